/** A service on the module path. */
module com.example.mailer {
  requires io.github.rowqueue;

  // Rowqueue builds rows through the record's constructor, Jackson the payloads.
  opens com.example.mailer to
      io.github.rowqueue,
      com.fasterxml.jackson.databind;
}
