package wirelab.codec;

import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import wirelab.types.Types;

/** Smile by Jackson. */
public final class JacksonSmile implements Codec {
  @Override
  public String name() {
    return "jackson-smile";
  }

  @Override
  public String version() {
    return Versions.of("jackson-dataformat-smile");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    return Jackson.open(new SmileMapper(), parameters);
  }
}
