package wirelab.harness.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A school. */
public class School implements Serializable {
  private static final long serialVersionUID = 1L;

  private List<Professor> professors = new ArrayList<>();

  static School read(CodedInputStream input) throws IOException {
    School school = new School();
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      switch (tag >>> 3) {
        case 1 ->
            school.professors.add(
                Professor.read(CodedInputStream.newInstance(input.readByteArray())));
        default -> throw new IOException("school has no field " + (tag >>> 3));
      }
    }
    return school;
  }

  public List<Professor> getProfessors() {
    return professors;
  }

  public void setProfessors(List<Professor> professors) {
    this.professors = professors;
  }
}
