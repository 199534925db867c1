package wirelab.benchmark;

import java.util.ArrayList;
import java.util.List;
import wirelab.domain.Professor;
import wirelab.domain.School;
import wirelab.domain.Student;

/** Schools by Protocol Buffers by Google's library. */
public final class ByProtobuf implements Written {
  @Override
  public byte[] write(Object object) {
    School school = (School) object;
    wirelab.messages.school.School.Builder builder = wirelab.messages.school.School.newBuilder();
    for (Professor professor : school.getProfessors()) {
      builder.addProfessors(message(professor));
    }
    return builder.build().toByteArray();
  }

  private static wirelab.messages.school.Professor message(Professor professor) {
    wirelab.messages.school.Professor.Builder builder =
        wirelab.messages.school.Professor.newBuilder()
            .setId(professor.getId())
            .setName(professor.getName())
            .setTelephone(professor.getTelephone())
            .setBirthDate(professor.getBirthDate())
            .setAddress(professor.getAddress());
    for (Student student : professor.getStudents()) {
      builder.addStudents(
          wirelab.messages.school.Student.newBuilder()
              .setId(student.getId())
              .setName(student.getName())
              .setTelephone(student.getTelephone())
              .setGender(student.getGender())
              .setBirthDate(student.getBirthDate())
              .setRegistrationDate(student.getRegistrationDate())
              .setAddress(student.getAddress())
              .build());
    }
    return builder.build();
  }

  @Override
  public School read(byte[] bytes) throws Exception {
    wirelab.messages.school.School message = wirelab.messages.school.School.parseFrom(bytes);
    List<Professor> professors = new ArrayList<>(message.getProfessorsCount());
    for (wirelab.messages.school.Professor each : message.getProfessorsList()) {
      professors.add(professor(each));
    }
    School school = new School();
    school.setProfessors(professors);
    return school;
  }

  private static Professor professor(wirelab.messages.school.Professor message) {
    List<Student> students = new ArrayList<>(message.getStudentsCount());
    for (wirelab.messages.school.Student each : message.getStudentsList()) {
      students.add(student(each));
    }
    Professor professor = new Professor();
    professor.setId(message.getId());
    professor.setName(message.getName());
    professor.setTelephone(message.getTelephone());
    professor.setBirthDate(message.getBirthDate());
    professor.setAddress(message.getAddress());
    professor.setStudents(students);
    return professor;
  }

  private static Student student(wirelab.messages.school.Student message) {
    Student student = new Student();
    student.setId(message.getId());
    student.setName(message.getName());
    student.setTelephone(message.getTelephone());
    student.setGender(message.getGender());
    student.setBirthDate(message.getBirthDate());
    student.setRegistrationDate(message.getRegistrationDate());
    student.setAddress(message.getAddress());
    return student;
  }
}
