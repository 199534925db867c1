package wirelab.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;
import wirelab.types.AvroBindings;
import wirelab.types.AvroType;
import wirelab.types.Bindings;
import wirelab.types.Types;

/** Avro's binary encoding by its own library: domain objects to and from specific records. */
public final class AvroCodec implements Codec {
  @Override
  public String name() {
    return "avro";
  }

  @Override
  public String version() {
    return Versions.of("avro");
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws Exception {
    AvroBindings bindings = Bindings.rendered(types, AvroBindings.class, "AvroBindings");
    boolean coders = !parameters.is("reuse", "none");
    boolean records = parameters.is("reuse", "records");
    return type -> new Bound(bindings.of(type), coders, records);
  }

  private static final class Bound implements ConvertingCoder {
    private final AvroType type;
    private final SpecificDatumWriter<SpecificRecordBase> writer;
    private final SpecificDatumReader<SpecificRecordBase> reader;
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private final boolean coders;
    private final boolean records;
    private BinaryEncoder encoder;
    private BinaryDecoder decoder;
    private SpecificRecordBase last;

    Bound(AvroType type, boolean coders, boolean records) {
      this.type = type;
      this.coders = coders;
      this.records = records;
      Schema schema = SpecificData.get().getSchema(type.record());
      SpecificData model = SpecificData.getForClass(type.record());
      writer = new SpecificDatumWriter<>(schema, model);
      reader = new SpecificDatumReader<>(schema, schema, model);
    }

    @Override
    public SpecificRecordBase build(Object root) {
      return type.build(root);
    }

    @Override
    public byte[] write(Object message) throws IOException {
      ByteArrayOutputStream output = coders ? stream : new ByteArrayOutputStream();
      output.reset();
      BinaryEncoder with = EncoderFactory.get().binaryEncoder(output, coders ? encoder : null);
      writer.write((SpecificRecordBase) message, with);
      with.flush();
      encoder = with;
      return output.toByteArray();
    }

    /** A record of its own: the caller keeps it. */
    @Override
    public SpecificRecordBase parse(byte[] bytes) throws IOException {
      return read(bytes, null);
    }

    /** The record is converted before the next one is read into it. */
    @Override
    public Object decode(byte[] bytes) throws IOException {
      SpecificRecordBase record = read(bytes, last);
      last = records ? record : null;
      return unbuild(record);
    }

    private SpecificRecordBase read(byte[] bytes, SpecificRecordBase into) throws IOException {
      decoder = DecoderFactory.get().binaryDecoder(bytes, coders ? decoder : null);
      return reader.read(into, decoder);
    }

    @Override
    public Object unbuild(Object message) {
      return type.unbuild((SpecificRecordBase) message);
    }
  }
}
