package io.github.rowqueue.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.rowqueue.error.TableSpecException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.concurrent.ConcurrentHashMap;
import jdk.net.UnixDomainPrincipal;
import org.junit.jupiter.api.Test;

/** The JDK's own modules stand for a service's module that is not open to Rowqueue. */
class RowAccessTest {

  private static final MethodType GET = MethodType.methodType(Object.class, Object.class);

  @Test
  void a_public_record_of_an_exported_package_needs_no_opening() throws Exception {
    Method accessor = UnixDomainPrincipal.class.getMethod("user");
    assertThat(RowAccess.find(UnixDomainPrincipal.class, GET, lookup -> lookup.unreflect(accessor)))
        .isNotNull();
  }

  @Test
  void a_closed_package_is_told_the_line_for_its_module_info() throws Exception {
    var field = ConcurrentHashMap.class.getDeclaredField("sizeCtl");
    assertThatExceptionOfType(TableSpecException.class)
        .isThrownBy(
            () ->
                RowAccess.find(
                    ConcurrentHashMap.class, GET, lookup -> lookup.unreflectGetter(field)))
        .withMessage(
            "class ConcurrentHashMap is not a queue table: its package is not open to Rowqueue: add"
                + " \"opens java.util.concurrent to io.github.rowqueue;\" to the module-info of"
                + " java.base");
  }
}
