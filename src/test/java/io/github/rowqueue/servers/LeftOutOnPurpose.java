package io.github.rowqueue.servers;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves out the classes of a database that {@code rowqueue.test.without} names; the report names
 * it too.
 */
final class LeftOutOnPurpose implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    OnDatabase on = context.getRequiredTestClass().getAnnotation(OnDatabase.class);
    return on != null && TestDatabases.leftOut().contains(on.value())
        ? ConditionEvaluationResult.disabled(on.value() + " is left out by rowqueue.test.without")
        : ConditionEvaluationResult.enabled("not left out");
  }
}
