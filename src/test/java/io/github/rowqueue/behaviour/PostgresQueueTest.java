package io.github.rowqueue.behaviour;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;

/** Keeps every promise. */
@OnDatabase(DatabaseKind.POSTGRESQL)
final class PostgresQueueTest extends QueueBehaviourTest implements PublishIfAbsentWaitBehaviours {}
