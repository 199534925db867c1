package wirelab.types;

import org.apache.avro.specific.SpecificRecordBase;

/** A message type as the specific record that Avro's compiler makes of it. */
public interface AvroType {
  /** The record's class. */
  Class<? extends SpecificRecordBase> record();

  /** From a domain object. */
  SpecificRecordBase build(Object object);

  /** To a domain object. */
  Object unbuild(SpecificRecordBase record);
}
