package wirelab.measure;

/** From one input of an operation to its output. */
@FunctionalInterface
public interface Step {
  /** Does the work. */
  Object apply(Object input) throws Exception;
}
