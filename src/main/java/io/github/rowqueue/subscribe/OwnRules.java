package io.github.rowqueue.subscribe;

import io.github.rowqueue.dialect.NamedSql;
import io.github.rowqueue.dialect.OwnParameter;
import io.github.rowqueue.table.ClaimForm;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What own statements, their subscription and its table must agree on; needs no database. */
final class OwnRules {

  private final Subscription subscription;
  private final List<String> problems;

  private OwnRules(Subscription subscription, List<String> problems) {
    this.subscription = subscription;
    this.problems = problems;
  }

  /** Adds one sentence per broken rule. */
  static void check(Subscription subscription, List<String> problems) {
    OwnRules rules = new OwnRules(subscription, problems);
    rules.form();
    rules.locks();
    rules.allGroups();
    rules.deadLetter();
    for (OwnEvent event : new TreeSet<>(subscription.statements().events())) {
      OwnAction action = subscription.statements().action(event).orElseThrow();
      if (action instanceof OwnAction.Sql sql) {
        rules.names(event, sql.statements());
        rules.needed(event, sql.statements());
      }
    }
  }

  private boolean has(OwnEvent event) {
    return subscription.statements().has(event);
  }

  private void form() {
    ClaimForm form = subscription.spec().form();
    if (has(OwnEvent.EXTEND) && form != ClaimForm.LEASE) {
      problems.add(
          "an own extend is given, but the table has no lease column: remove .extend(…), or add @LockedUntil to a component");
    }
    if (has(OwnEvent.CLAIM) && subscription.spec().fifoKeys()) {
      problems.add(
          "an own claim is given, but @PartitionKey(fifo = true) is kept by claims that look for the head of each key: remove .claim(…), or fifo");
    }
    if (has(OwnEvent.CLAIM) && form == ClaimForm.ADVISORY) {
      problems.add(
          "an own claim is given, but the advisory form chooses rows by their lock keys: remove .claim(…)");
    }
  }

  private void locks() {
    boolean lock = has(OwnEvent.LOCK);
    if (lock != has(OwnEvent.UNLOCK)) {
      problems.add(
          "an own %s is given without an own %s: give both, or neither"
              .formatted(lock ? "lock" : "unlock", lock ? "unlock" : "lock"));
    }
    if ((lock || has(OwnEvent.UNLOCK)) && subscription.spec().form() != ClaimForm.ADVISORY) {
      problems.add(
          "an own lock or unlock is given, but the table has no lock key: remove .lock(…) and .unlock(…), or add lockKey to its description");
    }
  }

  private void allGroups() {
    if (!subscription.servesAllGroups()) {
      return;
    }
    if (has(OwnEvent.CLAIM)) {
      problems.add(
          "an own claim is given, but allGroups chooses the groups by turns and takes the head of each: remove .claim(…), or"
              + " use Subscription.of(group, …)");
    }
    boolean fetchesByGroup =
        subscription.statements().action(OwnEvent.FETCH).orElse(null) instanceof OwnAction.Sql sql
            && sql.statements().get(0).names().contains("group");
    if (fetchesByGroup) {
      problems.add(
          "the own fetch names :group, but the rows of one claim are of many groups: leave it out, the ids alone name the"
              + " rows");
    }
  }

  private void deadLetter() {
    if (has(OwnEvent.DEAD_LETTER) && subscription.deadLetter().isEmpty()) {
      problems.add(
          "an own deadLetter is given, but the subscription declares no dead letter, so that it would never run: add .deadLetter(…) or .maxAttempts(…)");
    }
  }

  private void names(OwnEvent event, List<NamedSql> statements) {
    Set<String> names = new TreeSet<>();
    statements.forEach(sql -> names.addAll(sql.names()));
    for (String name : names) {
      Optional<OwnParameter> parameter = OwnParameter.of(name);
      if (parameter.filter(event.parameters()::contains).isEmpty()) {
        problems.add(
            "the own %s names :%s, which it does not have: it may name %s"
                .formatted(event.word(), name, there(event)));
      } else {
        parameter.flatMap(this::missing).ifPresent(why -> absent(event, name, why));
      }
    }
  }

  private void absent(OwnEvent event, String name, String why) {
    // An extend in a table without a lease is refused as a whole.
    if (event != OwnEvent.EXTEND || subscription.spec().form() == ClaimForm.LEASE) {
      problems.add("the own %s names :%s, but %s".formatted(event.word(), name, why));
    }
  }

  private Optional<String> missing(OwnParameter parameter) {
    boolean toGroup = subscription.deadLetter().orElse(null) instanceof DeadLetter.ToGroup;
    return parameter == OwnParameter.DESTINATION && !toGroup
        ? Optional.of("the dead letter is no group: write the table it names")
        : parameter.missing(subscription.spec());
  }

  private String there(OwnEvent event) {
    return String.join(
        ", ",
        event.parameters().stream()
            .filter(parameter -> missing(parameter).isEmpty())
            .map(OwnParameter::toString)
            .toList());
  }

  private void needed(OwnEvent event, List<NamedSql> statements) {
    NamedSql last = statements.get(statements.size() - 1);
    switch (event) {
      case CLAIM ->
          need(
              last,
              OwnParameter.LIMIT,
              "the own claim has no :limit, so that it would take more rows than are wanted");
      case FETCH -> fetch(last);
      case EXTEND -> extend(last);
      case LOCK, UNLOCK ->
          need(
              last,
              OwnParameter.KEY,
              "the own %s has no :key, so that all rows would share one lock"
                  .formatted(event.word()));
      case RETRY_AFTER -> {
        id(event, last);
        delay(statements);
      }
      default -> id(event, last);
    }
  }

  private void need(NamedSql sql, OwnParameter parameter, String problem) {
    if (!sql.names().contains(parameter.toString().substring(1))) {
      problems.add(problem);
    }
  }

  private void id(OwnEvent event, NamedSql last) {
    need(
        last,
        OwnParameter.ID,
        "the own %s has no :id in its last statement, whose count says whether the row was written"
            .formatted(event.word()));
  }

  private void fetch(NamedSql sql) {
    boolean one = sql.names().contains("id");
    boolean many = sql.names().contains("ids");
    if (one == many) {
      problems.add(
          "the own fetch must name one of :id, to run once per row, and :ids, to stand in \"in (:ids)\"");
    }
  }

  private void extend(NamedSql sql) {
    for (OwnParameter parameter :
        List.of(OwnParameter.ID, OwnParameter.TOKEN, OwnParameter.EXPIRY)) {
      need(
          sql,
          parameter,
          "the own extend has no %s: it must write :expiry to the row :id whose lease is :token, and to no other"
              .formatted(parameter));
    }
    if (subscription.spec().form() == ClaimForm.LEASE
        && OwnParameter.TOKEN_ATTEMPT.missing(subscription.spec()).isEmpty()) {
      need(
          sql,
          OwnParameter.TOKEN_ATTEMPT,
          "the own extend has no :tokenAttempt: the attempt is a part of the token, so compare it with the attempt column");
    }
  }

  private void delay(List<NamedSql> statements) {
    boolean delays =
        statements.stream()
            .anyMatch(sql -> sql.names().contains("retryAt") || sql.names().contains("delay"));
    if (!delays) {
      problems.add(
          "the own retryAfter names neither :retryAt nor :delay, so that the delay would be lost");
    }
  }
}
