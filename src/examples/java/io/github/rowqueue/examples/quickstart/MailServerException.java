package io.github.rowqueue.examples.quickstart;

/** The mail server refused an email. */
final class MailServerException extends Exception {

  private static final long serialVersionUID = 1L;

  MailServerException(String answer) {
    super(answer);
  }
}
