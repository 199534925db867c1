package wirelab.types;

/**
 * Folds a workload's objects, in order, into the one object that they add up to. A workload brings
 * the class that implements it, written over the domain types of one language.
 */
public interface Replay {
  /** The state before the first object. */
  Object start();

  /**
   * The state after one object more.
   *
   * @param state what the step before gave; never changed
   * @param columns the root's domain object with an empty payload
   * @throws RuntimeException if the object does not fit the state; its message names what is absent
   */
  Object step(Object state, Object columns, Object payload);

  /** What they add up to: a domain object of {@link Types#replayed()}. */
  Object end(Object state);
}
