package io.github.rowqueue.examples.docs;

/** The message of {@link NoticeJob}. */
record Notice(String user, String text) {}
