package io.github.rowqueue.table;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds rows of a plain class: its constructor without parameters, then its fields. A field
 * without a column keeps what the constructor gave it. All reflection happens once, at the start.
 */
final class FieldHandles<R> implements RowParts<R> {

  private static final MethodType BUILD = MethodType.methodType(Object.class);
  private static final MethodType SET =
      MethodType.methodType(void.class, Object.class, Object.class);

  private final Class<R> rowClass;
  private final MethodHandle constructor;
  private final Map<Integer, MethodHandle> setters = new LinkedHashMap<>();
  private final MemberGetters getters;

  FieldHandles(Class<R> rowClass, List<Member> members, TableDraft draft) {
    this.rowClass = rowClass;
    this.getters = new MemberGetters(members, draft);
    Constructor<R> noArg = noArg(rowClass);
    this.constructor =
        RowAccess.find(rowClass, BUILD, lookup -> lookup.unreflectConstructor(noArg));
    for (int i = 0; i < members.size(); i++) {
      if (draft.columns().get(i).isRead()) {
        setters.put(i, setter(members.get(i)));
      }
    }
  }

  @Override
  public R build(@Nullable Object[] values) throws Throwable {
    Object built = (Object) constructor.invokeExact();
    for (Map.Entry<Integer, MethodHandle> setter : setters.entrySet()) {
      setter.getValue().invokeExact(built, values[setter.getKey()]);
    }
    return rowClass.cast(built);
  }

  @Override
  public @Nullable Object value(R row, int index) {
    return getters.value(row, index);
  }

  private static MethodHandle setter(Member member) {
    return RowAccess.find(
        member.field().getDeclaringClass(), SET, lookup -> lookup.unreflectSetter(member.field()));
  }

  private static <R> Constructor<R> noArg(Class<R> rowClass) {
    try {
      return rowClass.getDeclaredConstructor();
    } catch (NoSuchMethodException impossible) {
      throw new AssertionError("the rules passed a class without a no-arg constructor", impossible);
    }
  }
}
