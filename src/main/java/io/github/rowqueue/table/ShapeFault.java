package io.github.rowqueue.table;

/** What can be wrong with a class before its fields are looked at. */
enum ShapeFault {
  NOT_ANNOTATED("it has no @QueueTable: add @QueueTable(\"…\") with the table's name"),
  TWO_TABLES(
      "it has @QueueTable, and so has its headers record, which describes the table: remove it"
          + " here, and give what it says there"),
  NO_NAMED_FIELDS(
      "a table needs named fields: use a record, or a class with fields and a no-arg constructor"),
  ABSTRACT("it is abstract, so no row can be read into it: describe a class that can be built"),
  INNER("it is an inner class and needs an instance of the class around it: make it static"),
  NO_CONSTRUCTOR(
      "it has no constructor without parameters: add one (it may be private), or make it a record");

  private final String text;

  ShapeFault(String text) {
    this.text = text;
  }

  /** What is wrong and how to mend it. */
  String text() {
    return text;
  }
}
