package wirelab.crosscheck.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A school, for libraries that read and write fields. */
class School {
  private final List<Professor> professors = new ArrayList<>();

  static School read(CodedInputStream input) throws IOException {
    School school = new School();
    while (input.readTag() != 0) {
      school.professors.add(Professor.read(OverCopies.message(input)));
    }
    return school;
  }

  static class Professor {
    private int id;
    private String name;
    private long telephone;
    private String birthDate;
    private String address;
    private final List<Student> students = new ArrayList<>();

    static Professor read(CodedInputStream input) throws IOException {
      Professor professor = new Professor();
      for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
        switch (tag >>> 3) {
          case 1 -> professor.id = input.readInt32();
          case 2 -> professor.name = input.readString();
          case 3 -> professor.telephone = input.readInt64();
          case 4 -> professor.birthDate = input.readString();
          case 5 -> professor.address = input.readString();
          default -> professor.students.add(Student.read(OverCopies.message(input)));
        }
      }
      return professor;
    }
  }

  static class Student {
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
          default -> student.address = input.readString();
        }
      }
      return student;
    }
  }
}
