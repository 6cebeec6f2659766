package io.github.rowqueue.table;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes values to be written through a record's accessors, or out of a class's fields. */
final class MemberValues<R> implements RowValues<R> {

  private static final MethodType GET = MethodType.methodType(Object.class, Object.class);

  private final String describedBy;
  private final Map<String, MethodHandle> getters;

  MemberValues(String describedBy, Map<String, Member> membersByColumn) {
    this.describedBy = describedBy;
    this.getters =
        membersByColumn.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> getter(entry.getValue())));
  }

  @Override
  public @Nullable Object value(R row, ColumnSpec column) {
    MethodHandle getter = getters.get(column.name());
    if (getter == null) {
      throw new IllegalArgumentException(
          "%s has no column %s".formatted(describedBy, column.name()));
    }
    try {
      return (Object) getter.invokeExact((Object) row);
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
