package io.github.rowqueue.behaviour;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;

/** Keeps every promise. */
@OnDatabase(DatabaseKind.MARIADB)
final class MariaDbQueueTest extends QueueBehaviourTest implements PublishIfAbsentWaitBehaviours {}
