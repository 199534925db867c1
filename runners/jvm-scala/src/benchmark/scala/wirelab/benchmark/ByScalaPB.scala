package wirelab.benchmark

import wirelab.domain.{Professor, School, Student}
import wirelab.scalapb.{school => wire}

/** Schools by ScalaPB. */
final class ByScalaPB extends Written {
  override def write(root: AnyRef): Array[Byte] = {
    val school = root.asInstanceOf[School]
    wire.School(school.professors.map(message)).toByteArray
  }

  override def read(bytes: Array[Byte]): AnyRef =
    School(wire.School.parseFrom(bytes).professors.iterator.map(professor).toVector)

  private def message(p: Professor): wire.Professor =
    wire.Professor(p.id, p.name, p.telephone, p.birthDate, p.address, p.students.map(message))

  private def message(s: Student): wire.Student =
    wire.Student(s.id, s.name, s.telephone, s.gender, s.birthDate, s.registrationDate, s.address)

  private def professor(m: wire.Professor): Professor =
    Professor(m.id, m.name, m.telephone, m.birthDate, m.address, m.students.iterator.map(student).toVector)

  private def student(m: wire.Student): Student =
    Student(m.id, m.name, m.telephone, m.gender, m.birthDate, m.registrationDate, m.address)
}
