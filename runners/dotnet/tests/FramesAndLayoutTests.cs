using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;
using Wirelab.Runner;

namespace Wirelab.Tests;

public class FramesAndLayoutTests
{
    [Theory]
    [InlineData(0, 1)]
    [InlineData(127, 1)]
    [InlineData(128, 2)]
    [InlineData(20_000, 3)]
    public void A_frame_is_its_length_and_the_bytes(int length, int lengthsBytes)
    {
        var bytes = new byte[length];
        var joined = Frames.Join([bytes, [7]]);
        Assert.Equal(lengthsBytes + length + 2, joined.Length);
        Assert.Equal([bytes, [7]], Frames.Split(joined));
    }

    [Theory]
    [InlineData(new byte[] { 3, 1, 2 }, "object 0 says 3 bytes, and 2 are left")]
    [InlineData(new byte[] { 1, 9, 0x80 }, "the length of object 1 does not end")]
    [InlineData(new byte[] { 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1 }, "the length of object 0 does not end")]
    [InlineData(new byte[] { 255, 255, 255, 255, 255, 255, 255, 255, 127 }, "object 0 says 9223372036854775807 bytes, and 0 are left")]
    public void A_file_that_ends_within_a_frame_is_refused(byte[] file, string why) =>
        Assert.Equal(why, Assert.Throws<FormatException>(() => Frames.Split(file)).Message);

    [Fact]
    public void Where_the_root_is_the_payload_nothing_stands_beside_it()
    {
        var layout = new Layout(new Whole());
        var corpus = Frames.Join([new Timestamp { Seconds = 5 }.ToByteArray(), []]);
        var objects = layout.ReadCorpus(corpus);
        Assert.Equal(["5", "0"], objects.Select(one => one.Payload));
        Assert.All(objects, one => Assert.Null(one.Columns.Root));
        Assert.Equal(corpus, layout.WriteCorpus(objects));
    }

    [Fact]
    public void What_stands_beside_a_payload_is_kept()
    {
        var layout = new Layout(new Held());
        var message = new DescriptorProto
        {
            Name = "beside",
            Options = new MessageOptions { Deprecated = true, Features = new FeatureSet { EnumType = FeatureSet.Types.EnumType.Open } },
        };
        var corpus = Frames.Join([message.ToByteArray()]);
        var one = Assert.Single(layout.ReadCorpus(corpus));
        Assert.Equal("Open", one.Payload);
        Assert.Equal(corpus, layout.WriteCorpus([one]));

        var encoded = Layout.WriteEncoded([new Stored<byte[]>(one.Columns, [1, 2, 3])]);
        var read = Assert.Single(layout.ReadEncoded(encoded));
        Assert.Equal([1, 2, 3], read.Payload);
        Assert.Equal(one.Columns.Root, read.Columns.Root);
    }

    [Fact]
    public void Columns_without_a_payload_are_refused()
    {
        var layout = new Layout(new Held());
        Assert.Throws<FormatException>(() => layout.ReadCorpus(Frames.Join([new DescriptorProto { Name = "alone" }.ToByteArray()])));
        Assert.Throws<FormatException>(() => layout.ReadEncoded(Frames.Join([new DescriptorProto().ToByteArray()])));
    }

    /// <summary>A workload whose root, a point in time, is what codecs encode: as text.</summary>
    private sealed class Whole : ITypes
    {
        public string Workload => "whole";

        public MessageParser Root => Timestamp.Parser;

        public string? PayloadField => null;

        public IReadOnlyList<PayloadType> Payloads { get; } =
        [
            new PayloadType<string, Timestamp>(
                "", Timestamp.Parser, text => new Timestamp { Seconds = long.Parse(text, null) }, message => $"{message.Seconds}"),
        ];
    }

    /// <summary>One whose payload is a member two levels down.</summary>
    private sealed class Held : ITypes
    {
        public string Workload => "held";

        public MessageParser Root => DescriptorProto.Parser;

        public string? PayloadField => "options";

        public IReadOnlyList<PayloadType> Payloads { get; } =
        [
            new PayloadType<string, FeatureSet>(
                "features",
                FeatureSet.Parser,
                text => new FeatureSet { EnumType = System.Enum.Parse<FeatureSet.Types.EnumType>(text) },
                message => $"{message.EnumType}"),
        ];
    }
}
