package wirelab.build;

import java.util.List;
import wirelab.types.MessageType;
import wirelab.types.Types;

/**
 * A workload that is there without any build, for the {@link Rehearsal} and the tests: objects of
 * one type, without columns.
 */
public interface Rehearsed extends Types {
  /** The workload's name. */
  String WORKLOAD = "sample";

  @Override
  default String workload() {
    return WORKLOAD;
  }

  @Override
  default String payloadField() {
    return null;
  }

  @Override
  default List<MessageType> payloads() {
    return List.of(root());
  }

  /** An object of {@link #root()}. */
  Object object();
}
