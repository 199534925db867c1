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
          new Parameter(
              "registration",
              "classes are registered and written as numbers, or written by name",
              List.of("on", "off")),
          new Parameter(
              "references",
              "objects that occur again are written as references, which cycles need",
              List.of("off", "on")),
          new Parameter(
              "compatible",
              "types may gain and lose fields: their layout travels with the data",
              List.of("off", "on")));
  private static final String NOTES =
      "One Fory, reused; serialize copies its buffer out. withXlang(false). Code is generated when the first object of"
          + " a class is met, in the same thread.";

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Output.BYTES, Evolution.NONE)
            .withUnsafeMemory()
            .withNotes(NOTES);
    return new CodecInfo("fory", "Fory", "Apache Fory", Versions.of("fory"), contract, PARAMETERS);
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
            .build();
    if (registration) {
      ((JavaTypes) types).domainClasses().forEach(fory::register);
    }
    return type -> new Bound(fory);
  }

  private record Bound(org.apache.fory.Fory fory) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return fory.serialize(root);
    }

    @Override
    public Object decode(byte[] bytes) {
      return fory.deserialize(bytes);
    }
  }
}
