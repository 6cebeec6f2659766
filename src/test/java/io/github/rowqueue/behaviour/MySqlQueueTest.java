package io.github.rowqueue.behaviour;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;

/** Keeps every promise. */
@OnDatabase(DatabaseKind.MYSQL)
final class MySqlQueueTest extends QueueBehaviourTest implements PublishIfAbsentWaitBehaviours {}
