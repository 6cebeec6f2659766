package io.github.rowqueue.servers;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Says on which database the tests of a class run, so that {@link TestedDatabasesReport} can count
 * them. A run that silently tested four of five databases then shows in the report.
 */
@Documented
@Inherited
@ExtendWith(LeftOutOnPurpose.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OnDatabase {
  DatabaseKind value();
}
