package io.github.rowqueue.behaviour;

import java.util.stream.Stream;

/** What every topic of the behaviour suite stands on: a database, and the forms it has. */
interface Behaviours {

  QueueFixture queue();

  /** The forms this database has; one that lacks one says why, and shows the refusal. */
  Stream<JobForm> forms();
}
