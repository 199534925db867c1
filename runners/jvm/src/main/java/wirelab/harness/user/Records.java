package wirelab.harness.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Many records. */
public class Records implements Serializable {
  private static final long serialVersionUID = 1L;

  private List<Record> items = new ArrayList<>();

  static Records read(CodedInputStream input) throws IOException {
    Records records = new Records();
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      switch (tag >>> 3) {
        case 1 ->
            records.items.add(Record.read(CodedInputStream.newInstance(input.readByteArray())));
        default -> throw new IOException("records has no field " + (tag >>> 3));
      }
    }
    return records;
  }

  public List<Record> getItems() {
    return items;
  }

  public void setItems(List<Record> items) {
    this.items = items;
  }
}
