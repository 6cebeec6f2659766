package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.codec.Codec;
import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.subscriber.WorkInProgress.Interruption;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Role;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the rows of a run and hands them to the handler. A row that cannot be read fails alone
 * (B134). Thread-safe.
 */
final class Handling {

  private final SubscriptionContext context;
  private final Subscription subscription;

  /** Of all rows of {@code subscription}, whose context this is a part of. */
  Handling(SubscriptionContext context, Subscription subscription) {
    this.context = context;
    this.subscription = subscription;
  }

  /**
   * One verdict per row: first of those the handler was given, in claim order, then of the
   * unreadable ones (B178).
   */
  List<Verdict> handle(List<WorkInProgress> works) {
    for (int i = 0; i < works.size(); i++) {
      context.listener().started(works.get(i));
    }
    long started = System.nanoTime();
    List<Verdict> verdicts = works.size() == 1 ? one(works) : several(works);
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    for (int i = 0; i < verdicts.size(); i++) {
      context.listener().ended(verdicts.get(i).work(), verdicts.get(i).outcome(), took);
    }
    return verdicts;
  }

  private List<Verdict> one(List<WorkInProgress> works) {
    Object message;
    try {
      message = decode(works.get(0).row().row());
    } catch (Throwable failure) { // an Error too is a failed attempt
      return List.of(failed(works.get(0), failure, Optional.empty()));
    }
    return call(Collections.singletonList(message), works); // a codec may read a null
  }

  private List<Verdict> several(List<WorkInProgress> works) {
    List<WorkInProgress> readable = new ArrayList<>(works.size());
    List<Object> messages = new ArrayList<>(works.size());
    List<Verdict> unreadable = new ArrayList<>(0);
    for (WorkInProgress work : works) {
      try {
        messages.add(decode(work.row().row()));
        readable.add(work);
      } catch (Throwable failure) { // an Error too is a failed attempt of this row alone
        unreadable.add(failed(work, failure, Optional.empty()));
      }
    }
    return verdicts(messages, readable, unreadable);
  }

  /** Most rows are readable, and then there is nothing to put together. */
  private List<Verdict> verdicts(
      List<Object> messages, List<WorkInProgress> readable, List<Verdict> unreadable) {
    if (messages.isEmpty()) {
      return unreadable;
    }
    List<Verdict> verdicts = call(messages, readable);
    if (unreadable.isEmpty()) {
      return verdicts;
    }
    List<Verdict> all = new ArrayList<>(verdicts);
    all.addAll(unreadable);
    return all;
  }

  /**
   * The verdict of a handler that works in {@code transaction}, whose connection is taken back when
   * it has ended.
   */
  Verdict handle(WorkInProgress work, Connection connection, Runnable takeBack) {
    context.listener().started(work);
    long started = System.nanoTime();
    Verdict verdict = call(work, connection, takeBack);
    context
        .listener()
        .ended(work, verdict.outcome(), Duration.ofNanos(System.nanoTime() - started));
    return verdict;
  }

  private Verdict call(WorkInProgress work, Connection connection, Runnable takeBack) {
    Optional<Interruption> interruption = Optional.empty();
    try {
      AutoCloseable limit = context.limitHandler(List.of(work));
      Outcome outcome;
      try {
        Object message = decode(work.row().row());
        work.handlerStarts();
        outcome =
            subscription.transactionalHandler().orElseThrow().handle(message, work, connection);
        interruption = work.handlerEnded(); // none may hit its replies
        context.replies().publish(connection, work, outcome);
      } finally {
        interruption = interruption.or(work::handlerEnded);
        takeBack.run();
        limit.close();
      }
      return verdict(work, outcome, interruption);
    } catch (Throwable failure) { // an Error must not end the worker either
      return failed(work, failure, interruption);
    }
  }

  private Object decode(RawRow row) throws Exception {
    row.requireMessage();
    if (subscription.codec().isEmpty()) {
      return subscription.table().read(row);
    }
    Codec<?> codec = subscription.codec().get();
    if (row.cell(Role.PAYLOAD) instanceof String text) {
      try {
        return codec.decodeText(text);
      } catch (Exception undecodable) {
        throw undecodable(text.getBytes(StandardCharsets.UTF_8), undecodable);
      }
    }
    return decode(codec, row.get(subscription.spec().indexOf(Role.PAYLOAD), byte[].class));
  }

  private static Object decode(Codec<?> codec, byte @Nullable [] payload) {
    if (payload == null) {
      throw new DecodeException("the payload is null", null);
    }
    try {
      return codec.decode(payload);
    } catch (Exception undecodable) {
      throw undecodable(payload, undecodable);
    }
  }

  private static DecodeException undecodable(byte[] payload, Exception why) {
    return new DecodeException(
        "the payload (%d bytes) does not decode: %s".formatted(payload.length, why), why);
  }

  private List<Verdict> call(List<Object> messages, List<WorkInProgress> works) {
    Optional<Interruption> interruption = Optional.empty();
    try {
      AutoCloseable limit = context.limitHandler(works);
      List<Outcome> outcomes;
      try {
        works.forEach(WorkInProgress::handlerStarts);
        outcomes = outcomes(subscription.handler().handle(messages, List.copyOf(works)), works);
      } finally {
        interruption = ended(works);
        limit.close();
      }
      return verdicts(works, outcomes, interruption);
    } catch (Throwable failure) { // an Error must not end the worker either
      Optional<Interruption> cause = interruption;
      return works.stream().map(work -> failed(work, failure, cause)).toList();
    }
  }

  private List<Verdict> verdicts(
      List<WorkInProgress> works, List<Outcome> outcomes, Optional<Interruption> interruption) {
    if (works.size() == 1) {
      return List.of(published(works.get(0), outcomes.get(0), interruption));
    }
    List<Verdict> verdicts = new ArrayList<>(works.size());
    for (int i = 0; i < works.size(); i++) {
      verdicts.add(published(works.get(i), outcomes.get(i), interruption));
    }
    return verdicts;
  }

  private Verdict published(
      WorkInProgress work, @Nullable Outcome outcome, Optional<Interruption> interruption) {
    try {
      context.replies().publish(work, outcome);
      return verdict(work, outcome, interruption);
    } catch (RuntimeException | Error unpublished) {
      return failed(work, unpublished, interruption);
    }
  }

  private Verdict verdict(
      WorkInProgress work, @Nullable Outcome outcome, Optional<Interruption> interruption) {
    return outcome == null
        ? failed(work, new IllegalStateException(NO_OUTCOME), interruption)
        : new Verdict(work, outcome, null, interruption);
  }

  private static List<Outcome> outcomes(@Nullable BatchOutcome all, List<WorkInProgress> works) {
    if (all == null) {
      throw new IllegalStateException("the handler returned null instead of a BatchOutcome");
    }
    return all.outcomes(works.size());
  }

  private static final String NO_OUTCOME = "the handler returned null instead of an Outcome";

  private static Optional<Interruption> ended(List<WorkInProgress> works) {
    Optional<Interruption> first = Optional.empty();
    for (WorkInProgress work : works) {
      Optional<Interruption> interruption = work.handlerEnded();
      first = first.isPresent() ? first : interruption;
    }
    return first;
  }

  private Verdict failed(
      WorkInProgress work, Throwable failure, Optional<Interruption> interruption) {
    return new Verdict(work, context.policy(failure, work), failure, interruption);
  }
}
