package wirelab.runner;

import wirelab.fault.Fault;
import wirelab.types.Types;

/** Finds a workload's types. */
@FunctionalInterface
public interface Workloads {
  /**
   * The types.
   *
   * @param name the workload that is asked for
   * @throws Fault workload: there is none of this name
   */
  Types types(String name) throws Fault;

  /**
   * The types that this process was started with.
   *
   * @param name the workload that is asked for
   * @throws Fault workload: the process has no types, or those of another
   */
  static Types rendered(String name) throws Fault {
    Types types;
    try {
      types = (Types) Class.forName(Types.IMPLEMENTATION).getDeclaredConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      String why = "this process was started without any workload's types";
      throw new Fault(Fault.Kind.WORKLOAD, "there is no workload '" + name + "' here: " + why);
    } catch (ReflectiveOperationException e) {
      throw new Fault(Fault.Kind.RUNNER, "the rendered types do not start: " + e, e);
    }
    if (!types.workload().equals(name)) {
      String what = "this process has the types of workload '%s', not of '%s'";
      throw new Fault(Fault.Kind.WORKLOAD, what.formatted(types.workload(), name));
    }
    return types;
  }
}
