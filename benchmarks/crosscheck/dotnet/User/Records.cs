using Google.Protobuf;

namespace Wirelab.Crosscheck.User;

/// <summary>Many records.</summary>
public class Records
{
    public List<Record> Items { get; set; } = [];

    public static Records Read(CodedInputStream input)
    {
        var records = new Records();
        while (input.ReadTag() != 0)
        {
            using var item = input.ReadBytes().CreateCodedInput();
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
                default:
                    record.Flag = input.ReadBool();
                    break;
            }
        }
        return record;
    }
}
