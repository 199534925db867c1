package wirelab.harness.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.Serializable;

/** A student. */
public class Student implements Serializable {
  private static final long serialVersionUID = 1L;

  private int id;
  private String name;
  private long telephone;
  private String gender;
  private String birthDate;
  private String registrationDate;
  private String address;

  static Student read(CodedInputStream input) throws IOException {
    Student student = new Student();
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      switch (tag >>> 3) {
        case 1 -> student.id = input.readInt32();
        case 2 -> student.name = input.readString();
        case 3 -> student.telephone = input.readInt64();
        case 4 -> student.gender = input.readString();
        case 5 -> student.birthDate = input.readString();
        case 6 -> student.registrationDate = input.readString();
        case 7 -> student.address = input.readString();
        default -> throw new IOException("student has no field " + (tag >>> 3));
      }
    }
    return student;
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

  public String getGender() {
    return gender;
  }

  public void setGender(String gender) {
    this.gender = gender;
  }

  public String getBirthDate() {
    return birthDate;
  }

  public void setBirthDate(String birthDate) {
    this.birthDate = birthDate;
  }

  public String getRegistrationDate() {
    return registrationDate;
  }

  public void setRegistrationDate(String registrationDate) {
    this.registrationDate = registrationDate;
  }

  public String getAddress() {
    return address;
  }

  public void setAddress(String address) {
    this.address = address;
  }
}
