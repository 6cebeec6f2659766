/**
 * Task queues in the tables a service already has.
 *
 * <p>Start reading at {@link io.github.rowqueue}. Packages under {@code internal} are not exported
 * and may change in any release.
 */
module io.github.rowqueue {
  requires transitive java.sql;
  requires transitive org.jspecify;
  requires org.slf4j;
  requires com.zaxxer.hikari;
  requires transitive com.fasterxml.jackson.databind;
  // For the annotation processor alone, which only ever runs in a compiler. It is not provided
  // here: a service without this module could not start then. javac reads META-INF/services.
  requires static java.compiler;

  exports io.github.rowqueue;
  exports io.github.rowqueue.error;
  exports io.github.rowqueue.table;
  exports io.github.rowqueue.codec;
  exports io.github.rowqueue.dialect;
  exports io.github.rowqueue.subscribe;
  exports io.github.rowqueue.publish;
}
