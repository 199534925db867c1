package wirelab.codec;

import java.util.List;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.JavaTypes;
import wirelab.types.Types;

/** Apache Fory over plain objects, in its format for Java alone. */
public final class Fory implements Codec {
  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.of(
              "registration",
              "classes are registered and written as numbers, or written by name",
              "on",
              "off"),
          Parameter.of(
              "references",
              "objects that occur again are written as references, which cycles need",
              "off",
              "on"),
          Parameter.of(
                  "compatible",
                  "types may gain and lose fields, and their layout travels with the data; or both sides have the same"
                      + " types",
                  "on",
                  "off")
              .changing("off", contract -> contract.withEvolution(Evolution.NONE)),
          Parameter.of(
              "integers",
              "of variable length, or of fixed, which suits large numbers (withNumberCompressed)",
              "variable",
              "fixed"));
  private static final String NOTES =
      "One Fory, reused; serialize copies its buffer out. Native mode (withXlang(false)), as for traffic between Java"
          + " programs alone. The class of the root is always written: there is no way without. Code is generated when"
          + " the first object of a class is met, in the same thread.";

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Output.BYTES, Evolution.NAMES)
            .withUnsafeMemory()
            .withNotes(NOTES);
    return new CodecInfo(
        "fory",
        "Fory",
        "Apache Fory",
        Versions.of("fory-core"),
        "https://fory.apache.org/docs/guide/java/configuration",
        contract,
        PARAMETERS);
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean registration = parameters.is("registration", "on");
    org.apache.fory.Fory fory =
        org.apache.fory.Fory.builder()
            .withXlang(false)
            .requireClassRegistration(registration)
            .withRefTracking(parameters.is("references", "on"))
            .withCompatible(parameters.is("compatible", "on"))
            .withNumberCompressed(parameters.is("integers", "variable"))
            .build();
    if (registration) {
      ((JavaTypes) types).domainClasses().forEach(fory::register);
    }
    return type -> new Bound(fory, type.domainClass());
  }

  private record Bound(org.apache.fory.Fory fory, Class<?> domainClass) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return fory.serialize(root);
    }

    @Override
    public Object decode(byte[] bytes) {
      return fory.deserialize(bytes, domainClass);
    }
  }
}
