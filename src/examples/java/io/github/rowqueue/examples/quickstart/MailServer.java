package io.github.rowqueue.examples.quickstart;

/** Stands for a mail server with good days and bad ones; it sends nothing. */
final class MailServer {

  /** Mail to this domain goes out at the second try. */
  static final String BUSY = "@busy.example";

  /** Mail to this domain never goes out. */
  static final String GONE = "@gone.example";

  private MailServer() {}

  static void send(Email email, long attempt) throws MailServerException {
    if (email.to().endsWith(GONE)) {
      throw new MailServerException("550 no such mailbox");
    }
    if (email.to().endsWith(BUSY) && attempt == 1) {
      throw new MailServerException("421 busy, try again later");
    }
  }
}
