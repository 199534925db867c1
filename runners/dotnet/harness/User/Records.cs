using Google.Protobuf;

namespace Wirelab.Harness.User;

/// <summary>Many records.</summary>
public class Records
{
    public List<Record> Items { get; set; } = [];

    public static Records Read(CodedInputStream input)
    {
        var records = new Records();
        for (var tag = input.ReadTag(); tag != 0; tag = input.ReadTag())
        {
            using var item = tag >> 3 == 1 ? input.ReadBytes().CreateCodedInput() : throw new InvalidDataException($"records has no field {tag >> 3}");
            records.Items.Add(Record.Read(item));
        }
        return records;
    }
}

/// <summary>A record.</summary>
public class Record
{
    public string Name { get; set; } = "";

    public int Number { get; set; }

    public bool Flag { get; set; }

    public static Record Read(CodedInputStream input)
    {
        var record = new Record();
        for (var tag = input.ReadTag(); tag != 0; tag = input.ReadTag())
        {
            switch (tag >> 3)
            {
                case 1:
                    record.Name = input.ReadString();
                    break;
                case 2:
                    record.Number = input.ReadInt32();
                    break;
                case 3:
                    record.Flag = input.ReadBool();
                    break;
                default:
                    throw new InvalidDataException($"a record has no field {tag >> 3}");
            }
        }
        return record;
    }
}
