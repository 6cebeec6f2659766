package io.github.rowqueue.behaviour;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statements of the service's own, in every form, and dialects that change one of ours. */
interface OwnStatementsBehaviours
    extends OwnSettlementBehaviours,
        OwnSettlementUndoneBehaviours,
        OwnClaimBehaviours,
        OwnFetchBehaviours,
        OwnFetchOrderBehaviours,
        OwnHeadersBehaviours,
        OwnDialectBehaviours {

  /** SQL whose names in brackets are quoted as the database wants it. */
  static String sql(QueueFixture queue, String text) {
    return Pattern.compile("\\[(\\w+)]")
        .matcher(text)
        .replaceAll(name -> Matcher.quoteReplacement(queue.q(name.group(1))));
  }

  /** The assignment that frees a row, after others; none in the row lock form. */
  static String free(JobForm form) {
    return form == JobForm.LEASE ? ", [locked_until] = null" : "";
  }
}
