package io.github.rowqueue.bench;

/** Where a workload tells what it found. */
interface Report {

  void result(Result result);

  /** A contender that failed: the run goes on without it, and fails at its end. */
  void failed(String contender, Exception why);
}
