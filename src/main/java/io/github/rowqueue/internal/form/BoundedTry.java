package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.clock.Nanos;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work on a thread of its own, for which its caller waits only so long. What takes longer goes on,
 * and its result is nobody's.
 */
final class BoundedTry<T> {

  private static final Logger LOG = LoggerFactory.getLogger(BoundedTry.class);

  private final CompletableFuture<T> result = new CompletableFuture<>();

  /** Starts {@code work}; on the caller's thread, without a bound, if there is no other to have. */
  BoundedTry(Executor workers, Supplier<T> work) {
    Runnable task = () -> complete(work);
    try {
      workers.execute(task);
    } catch (RuntimeException | Error none) {
      LOG.debug("no thread for a bounded try: runs without its bound", none);
      task.run();
    }
  }

  private void complete(Supplier<T> work) {
    try {
      result.complete(work.get());
    } catch (RuntimeException | Error failure) {
      result.completeExceptionally(failure);
    }
  }

  /**
   * The result; empty if it is not there within {@code limit}. Raises what the work raised. An
   * interrupt is kept for later: it is meant for a handler.
   */
  Optional<T> await(Duration limit) {
    long deadline = System.nanoTime() + Nanos.of(limit);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return Optional.of(result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    } catch (TimeoutException late) {
      return Optional.empty();
    } catch (ExecutionException failed) {
      throw raised(failed);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException raised(ExecutionException failed) {
    Throwable cause = failed.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new CompletionException(cause);
  }
}
