package wirelab.crosscheck.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Many records, as a bean. */
public class Records implements Serializable {
  private static final long serialVersionUID = 1L;

  private List<Record> items = new ArrayList<>();

  static Records read(CodedInputStream input) throws IOException {
    Records records = new Records();
    while (input.readTag() != 0) {
      records.items.add(Record.read(OverCopies.message(input)));
    }
    return records;
  }

  public List<Record> getItems() {
    return items;
  }

  public void setItems(List<Record> items) {
    this.items = items;
  }

  /** A record. */
  public static class Record implements Serializable {
    private static final long serialVersionUID = 1L;

    private String name;
    private int number;
    private boolean flag;

    static Record read(CodedInputStream input) throws IOException {
      Record record = new Record();
      for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
        switch (tag >>> 3) {
          case 1 -> record.name = input.readString();
          case 2 -> record.number = input.readInt32();
          default -> record.flag = input.readBool();
        }
      }
      return record;
    }

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
}
