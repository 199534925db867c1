package wirelab.harness.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A professor. */
public class Professor implements Serializable {
  private static final long serialVersionUID = 1L;

  private int id;
  private String name;
  private long telephone;
  private String birthDate;
  private String address;
  private List<Student> students = new ArrayList<>();

  static Professor read(CodedInputStream input) throws IOException {
    Professor professor = new Professor();
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      switch (tag >>> 3) {
        case 1 -> professor.id = input.readInt32();
        case 2 -> professor.name = input.readString();
        case 3 -> professor.telephone = input.readInt64();
        case 4 -> professor.birthDate = input.readString();
        case 5 -> professor.address = input.readString();
        case 6 ->
            professor.students.add(
                Student.read(CodedInputStream.newInstance(input.readByteArray())));
        default -> throw new IOException("professor has no field " + (tag >>> 3));
      }
    }
    return professor;
  }

  public int getId() {
    return id;
  }

  public void setId(int id) {
    this.id = id;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public long getTelephone() {
    return telephone;
  }

  public void setTelephone(long telephone) {
    this.telephone = telephone;
  }

  public String getBirthDate() {
    return birthDate;
  }

  public void setBirthDate(String birthDate) {
    this.birthDate = birthDate;
  }

  public String getAddress() {
    return address;
  }

  public void setAddress(String address) {
    this.address = address;
  }

  public List<Student> getStudents() {
    return students;
  }

  public void setStudents(List<Student> students) {
    this.students = students;
  }
}
