package wirelab.crosscheck.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Many records, as a bean. */
public class Records {
  private List<Record> items = new ArrayList<>();

  /** A record. */
  public static class Record {
    private String name;
    private int number;
    private boolean flag;

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public int getNumber() {
      return number;
    }

    public void setNumber(int number) {
      this.number = number;
    }

    public boolean isFlag() {
      return flag;
    }

    public void setFlag(boolean flag) {
      this.flag = flag;
    }
  }

  public List<Record> getItems() {
    return items;
  }

  public void setItems(List<Record> items) {
    this.items = items;
  }

  static Records read(CodedInputStream input) throws IOException {
    Records records = new Records();
    while (input.readTag() != 0) {
      CodedInputStream message = CodedInputStream.newInstance(input.readByteArray());
      Record record = new Record();
      for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
        switch (tag >>> 3) {
          case 1 -> record.name = message.readString();
          case 2 -> record.number = message.readInt32();
          default -> record.flag = message.readBool();
        }
      }
      records.items.add(record);
    }
    return records;
  }
}
