package wirelab.codec;

import wirelab.types.JavaTypes;
import wirelab.types.Types;

/** Apache Fory over plain objects, in its format for Java alone. */
public final class Fory implements Codec {
  @Override
  public String name() {
    return "fory";
  }

  @Override
  public String version() {
    return Versions.of("fory-core");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean registration = !parameters.is("registration", "off");
    org.apache.fory.Fory fory =
        org.apache.fory.Fory.builder()
            .withXlang(false)
            .requireClassRegistration(registration)
            .withRefTracking(parameters.is("references", "on"))
            .withCompatible(!parameters.is("compatible", "off"))
            .withNumberCompressed(!parameters.is("integers", "fixed"))
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
