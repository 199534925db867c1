package wirelab.measure;

/** The monotonic clock that times batches. */
interface Clock {
  /** Nanoseconds since some moment. */
  long nanoTime();
}
