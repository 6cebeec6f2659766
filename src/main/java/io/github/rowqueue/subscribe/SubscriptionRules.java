package io.github.rowqueue.subscribe;

import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a subscription and its table must agree on; needs no database. */
public final class SubscriptionRules {

  private SubscriptionRules() {}

  /**
   * One sentence per broken rule, each beginning with the subscription and its table; empty if all
   * is well.
   */
  public static List<String> problems(Subscription subscription) {
    List<String> problems = new ArrayList<>();
    mode(subscription, problems);
    if (subscription.servesAllGroups()) {
      allGroups(subscription, problems);
    } else {
      groupName(subscription, problems);
    }
    lease(subscription, problems);
    cap(subscription, problems);
    keys(subscription, problems);
    lockSessions(subscription, problems);
    prefetch(subscription, problems);
    transactions(subscription, problems);
    subscription
        .deadLetter()
        .ifPresent(deadLetter -> destination(subscription, deadLetter, problems));
    OwnRules.check(subscription, problems);
    String where = "%s (%s): ".formatted(subscription.where(), subscription.spec().describedBy());
    return problems.stream().map(where::concat).toList();
  }

  private static void transactions(Subscription subscription, List<String> problems) {
    if (subscription.transactionalHandler().isPresent()
        && subscription.lockSessions().isPresent()) {
      problems.add(
          "handleInTransaction writes on the session that holds the row's key, and lockSessions(n) shares that with other rows: leave one of them out");
    }
  }

  private static void mode(Subscription subscription, List<String> problems) {
    boolean payload = subscription.spec().has(Role.PAYLOAD);
    if (payload && subscription.codec().isEmpty()) {
      problems.add(
          "the table has a payload column, so the handler takes the payload: say how to read it with"
              + " .payload(Type.class) or .codec(…) before .handle(…)");
    }
    if (!payload && subscription.codec().isPresent()) {
      problems.add(
          "the table has no payload column, so the handler takes the row: remove .payload(…) or .codec(…), or add"
              + " @Payload to a component");
    }
  }

  /** A name no row can have would wait for ever in silence. */
  private static void groupName(Subscription subscription, List<String> problems) {
    if (subscription.name().indexOf('\0') >= 0) {
      problems.add(
          "the name holds a NUL character, which no text column of PostgreSQL keeps, so that every claim would fail: use"
              + " another name");
    }
    boolean ordered = subscription.spec().fifoGroups() || subscription.spec().fifoKeys();
    if (ordered && subscription.spec().has(Role.GROUP) && subscription.name().endsWith(" ")) {
      problems.add(
          "the name ends in a blank, and databases that compare without it take its rows for those of another group, whose"
              + " claims these would not wait for: use a name that ends in none");
    }
    if (isNoConstant(subscription.spec(), subscription.name())) {
      problems.add(
          "the group column is read as %s, which has no constant %s, so no row can be in this group: use one of %s"
              .formatted(
                  groupType(subscription.spec()).getSimpleName(),
                  subscription.name(),
                  constants(subscription.spec())));
    }
  }

  private static void allGroups(Subscription subscription, List<String> problems) {
    TableSpec spec = subscription.spec();
    if (!spec.has(Role.GROUP)) {
      problems.add(
          "allGroups serves the groups of a table, but this one has none: add @Group(fifo = true) to a component, or use"
              + " Subscription.of(name, …), which serves the whole table");
    } else if (!spec.fifoGroups()) {
      problems.add(
          "allGroups serves the groups of a table side by side, each in order, but those of this one are in no order: make"
              + " it @Group(fifo = true), or use Subscription.of(group, …) for each group");
    }
    if (subscription.byKey()) {
      problems.add(
          "workersByKey keeps the rows of a key on one worker, but a group is in work on one worker at a time anyway: use"
              + " .workers(…)");
    }
    if (subscription.deadLetter().orElse(null) instanceof DeadLetter.ToGroup to
        && to.group().endsWith(" ")) {
      problems.add(
          "the dead letter is group \"%s\", whose name ends in a blank, and databases that compare without it would leave out"
                  .formatted(to.group())
              + " the group without the blank too: use a name that ends in none");
    }
  }

  private static boolean isNoConstant(TableSpec spec, String group) {
    return spec.has(Role.GROUP) && groupType(spec).isEnum() && !constants(spec).contains(group);
  }

  private static Class<?> groupType(TableSpec spec) {
    return spec.column(Role.GROUP).orElseThrow().type();
  }

  private static List<String> constants(TableSpec spec) {
    return Stream.of(groupType(spec).getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name())
        .toList();
  }

  private static void lease(Subscription subscription, List<String> problems) {
    if (subscription.lease().isPresent() && subscription.spec().form() != ClaimForm.LEASE) {
      problems.add(
          "a lease is set, but the table has no lease column: remove .lease(…), or add @LockedUntil to a component");
    }
  }

  private static void cap(Subscription subscription, List<String> problems) {
    if (subscription.maxAttempts().isPresent() && !subscription.spec().has(Role.ATTEMPT)) {
      problems.add(
          "maxAttempts needs the attempt in the row: add @Attempt to a component, or remove the cap");
    }
    boolean parks = subscription.parksHeads();
    if (parks && subscription.deadLetter().isPresent()) {
      problems.add(
          "the dead letter is %s, but with onHeadFailure = PARK the head stays where it is: use .maxAttempts(n) alone, or BLOCK"
              .formatted(subscription.deadLetter().get()));
    }
    if (!parks && subscription.maxAttempts().isPresent() && subscription.deadLetter().isEmpty()) {
      problems.add(
          "maxAttempts says no place for rows that have spent their attempts, which only a head of onHeadFailure = PARK needs"
              + " none of: add a DeadLetter");
    }
  }

  private static void keys(Subscription subscription, List<String> problems) {
    if (!subscription.byKey() || subscription.servesAllGroups()) {
      return;
    }
    if (subscription.spec().fifoKeys()) {
      problems.add(
          "workersByKey keeps the order of a key inside one subscription, and @PartitionKey(fifo = true) keeps it everywhere:"
              + " use .workers(…), whose workers run as many keys side by side");
    } else if (!subscription.spec().has(Role.PARTITION_KEY)) {
      problems.add(
          "workersByKey keeps the rows of a key on one worker, but the table has no partition key: add @PartitionKey to a"
              + " component, or use .workers(…)");
    }
    if (subscription.batch() > 1 && subscription.spec().form() == ClaimForm.ADVISORY) {
      problems.add(
          "a batch of the advisory form is claimed on one session for one worker, but its rows would belong to the workers of"
              + " their keys: use .handle(…), or add @LockedUntil to a component for the lease form");
    }
    if (subscription.batch() > 1 && subscription.spec().form() == ClaimForm.ROW_LOCK) {
      problems.add(
          "a batch of the row lock form is one transaction on one worker, but its rows would belong to the workers of"
              + " their keys: use .handle(…), or add @LockedUntil to a component for the lease form");
    }
  }

  private static void lockSessions(Subscription subscription, List<String> problems) {
    if (subscription.lockSessions().isEmpty()) {
      return;
    }
    if (subscription.spec().form() != ClaimForm.ADVISORY) {
      problems.add(
          "lockSessions shares the sessions that hold lock keys, but the table has none: remove .lockSessions(…), or add lockKey to its description");
    } else if (!subscription.spec().has(Role.ATTEMPT)) {
      problems.add(
          "lockSessions needs the attempt in the row, which proves whose it is when a session is lost: add @Attempt to a component, or remove .lockSessions(…)");
    }
    if (subscription.statements().has(OwnEvent.LOCK)) {
      problems.add(
          "lockSessions shares sessions, and a session might get the same own lock again for another row: remove .lockSessions(…), or the own lock and unlock");
    }
  }

  private static void prefetch(Subscription subscription, List<String> problems) {
    TableSpec spec = subscription.spec();
    if (!subscription.prefetches()) {
      return;
    }
    if (spec.form() != ClaimForm.LEASE) {
      problems.add(
          "prefetch leases rows ahead, but rows of this table are held by a connection each: remove .prefetch(…), or add @LockedUntil to a component for the lease form");
    } else if (subscription.byKey() || (spec.fifoGroups() && !subscription.servesAllGroups())) {
      problems.add(
          "prefetch leases rows ahead for any worker that is free, which the rows of one group or of one worker's keys must"
              + " not be: remove .prefetch(…)");
    }
  }

  private static void destination(
      Subscription subscription, DeadLetter deadLetter, List<String> problems) {
    TableSpec spec = subscription.spec();
    if (deadLetter instanceof DeadLetter.ToGroup to) {
      if (!spec.has(Role.GROUP)) {
        problems.add(
            "the dead letter is group %s, but the table has no groups: use DeadLetter.toTable(…)"
                .formatted(to.group()));
      } else if (isNoConstant(spec, to.group())) {
        problems.add(
            "the dead letter is group %s, but the group column is read as %s, which has no such constant: use one of %s"
                .formatted(to.group(), groupType(spec).getSimpleName(), constants(spec)));
      } else if (to.group().equals(subscription.name())) {
        problems.add(
            "the dead letter is the subscription's own group %s, which would deliver parked rows again: use another group"
                .formatted(to.group()));
      }
    } else if (deadLetter instanceof DeadLetter.ToTable to && to.table().equals(spec.table())) {
      problems.add(
          "the dead letter is the queue table %s itself: use another table".formatted(to.table()));
    }
  }
}
