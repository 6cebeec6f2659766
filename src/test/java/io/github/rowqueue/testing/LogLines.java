package io.github.rowqueue.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** What Rowqueue logs while this is open. */
public final class LogLines implements AutoCloseable {

  private final Queue<ILoggingEvent> lines = new ConcurrentLinkedQueue<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.rowqueue");
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event);
        }
      };

  private LogLines() {
    appender.setContext(logger.getLoggerContext());
    appender.start();
    logger.addAppender(appender);
  }

  public static LogLines capture() {
    return new LogLines();
  }

  public List<String> at(Level level) {
    return lines.stream()
        .filter(line -> line.getLevel() == level)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  public List<String> errors() {
    return at(Level.ERROR);
  }

  /** From WARN on. */
  public List<String> all() {
    return lines.stream()
        .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    appender.stop();
  }
}
