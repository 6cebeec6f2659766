package io.github.rowqueue.table;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes values out of a record's accessors, or out of a class's fields, by method handles. */
final class MemberGetters {

  private static final MethodType GET = MethodType.methodType(Object.class, Object.class);

  private final MethodHandle[] getters;

  MemberGetters(List<Member> members, TableDraft draft) {
    this.getters = new MethodHandle[members.size()];
    for (int i = 0; i < getters.length; i++) {
      // What is no column is not reached for: it may stand in a superclass that is closed to us.
      getters[i] =
          draft.columns().get(i).isRead() ? getter(members.get(i)) : MethodHandles.empty(GET);
    }
  }

  @Nullable Object value(Object row, int index) {
    try {
      return (Object) getters[index].invokeExact(row);
    } catch (RuntimeException | Error raised) {
      throw raised;
    } catch (Throwable impossible) {
      throw new AssertionError("an accessor raises nothing checked", impossible);
    }
  }

  private static MethodHandle getter(Member member) {
    return RowAccess.find(
        member.field().getDeclaringClass(),
        GET,
        lookup ->
            member.accessor() == null
                ? lookup.unreflectGetter(member.field())
                : lookup.unreflect(member.accessor()));
  }
}
