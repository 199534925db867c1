package wirelab.harness.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.Serializable;

/** A record. */
public class Record implements Serializable {
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
        case 3 -> record.flag = input.readBool();
        default -> throw new IOException("record has no field " + (tag >>> 3));
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
