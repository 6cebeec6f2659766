package io.github.rowqueue.examples.mail;

/** The service's own way to send mail. */
@FunctionalInterface
interface Mailer {

  /**
   * Sends one mail.
   *
   * @throws MailboxFull if the recipient has no room now
   */
  void send(String recipient, String subject) throws MailboxFull;

  /** The recipient has no room now. */
  final class MailboxFull extends Exception {
    private static final long serialVersionUID = 1L;

    MailboxFull(String recipient) {
      super("the mailbox of " + recipient + " is full");
    }
  }
}
