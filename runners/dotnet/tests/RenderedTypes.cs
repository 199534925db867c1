using Google.Protobuf.WellKnownTypes;
using Wirelab.Runner;
using Wirelab.Tests;

// Where the runner looks for a workload's types.
namespace Wirelab.Rendered;

/// <summary>A workload with two payload types.</summary>
public sealed class RenderedTypes : ITypes
{
    public IReadOnlyList<PayloadType> Payloads { get; } =
    [
        new PayloadType<Word, StringValue>(StringValue.Parser, x => new StringValue { Value = x.Letters }, m => new Word { Letters = m.Value }),
        new PayloadType<Number, Int64Value>(Int64Value.Parser, x => new Int64Value { Value = x.Value }, m => new Number { Value = m.Value }),
    ];
}
