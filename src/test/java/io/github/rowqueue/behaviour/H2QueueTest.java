package io.github.rowqueue.behaviour;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.OnDatabase;

/** Keeps every promise. */
@OnDatabase(DatabaseKind.H2)
final class H2QueueTest extends QueueBehaviourTest implements PublishIfAbsentWaitBehaviours {}
