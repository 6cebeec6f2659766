package io.github.rowqueue.behaviour;

import io.github.rowqueue.dialect.Guard;
import java.util.Optional;
import java.util.stream.Stream;

/** The forms of a group in order, and what guards its claims. */
interface FifoForms extends Behaviours {

  default Stream<FifoForm> fifoForms() {
    return forms().map(FifoForm::of);
  }

  default Optional<Guard> guard(FifoForm form) {
    return (form == FifoForm.LEASE
            ? queue().dialect().leaseClaim(form.spec())
            : queue().dialect().rowLockClaim(form.spec()))
        .guard();
  }
}
