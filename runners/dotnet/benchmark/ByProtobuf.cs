using Google.Protobuf;
using Wirelab.Domain;
using Proto = Wirelab.Messages.school;

namespace Wirelab.HandWritten;

internal sealed class ByProtobuf : IWritten
{
    public byte[] Write(object school)
    {
        var message = new Proto.School();
        foreach (var professor in ((School)school).Professors)
        {
            var one = new Proto.Professor
            {
                Id = professor.Id,
                Name = professor.Name,
                Telephone = professor.Telephone,
                BirthDate = professor.BirthDate,
                Address = professor.Address,
            };
            foreach (var student in professor.Students)
            {
                one.Students.Add(new Proto.Student
                {
                    Id = student.Id,
                    Name = student.Name,
                    Telephone = student.Telephone,
                    Gender = student.Gender,
                    BirthDate = student.BirthDate,
                    RegistrationDate = student.RegistrationDate,
                    Address = student.Address,
                });
            }
            message.Professors.Add(one);
        }
        return message.ToByteArray();
    }

    public object Read(byte[] data)
    {
        var message = Proto.School.Parser.ParseFrom(data);
        var school = new School { Professors = new(message.Professors.Count) };
        foreach (var professor in message.Professors)
        {
            var one = new Professor
            {
                Id = professor.Id,
                Name = professor.Name,
                Telephone = professor.Telephone,
                BirthDate = professor.BirthDate,
                Address = professor.Address,
                Students = new(professor.Students.Count),
            };
            foreach (var student in professor.Students)
            {
                one.Students.Add(new Student
                {
                    Id = student.Id,
                    Name = student.Name,
                    Telephone = student.Telephone,
                    Gender = student.Gender,
                    BirthDate = student.BirthDate,
                    RegistrationDate = student.RegistrationDate,
                    Address = student.Address,
                });
            }
            school.Professors.Add(one);
        }
        return school;
    }
}
