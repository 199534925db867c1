using Google.Protobuf;

namespace Wirelab.Runner;

/// <summary>One family of a workload's domain types, rendered.</summary>
public interface ITypes
{
    string Workload { get; }

    /// <summary>Of the root message.</summary>
    MessageParser Root { get; }

    /// <summary>The root's field that holds the payload; null: the root is the payload.</summary>
    string? PayloadField { get; }

    /// <summary>What codecs encode, in ascending order of number.</summary>
    IReadOnlyList<PayloadType> Payloads { get; }
}

/// <summary>A type that codecs encode.</summary>
public abstract class PayloadType
{
    /// <summary>Its name in the payload's union; empty for the root.</summary>
    public abstract string Member { get; }

    public abstract object Unbuild(IMessage message);

    public abstract IMessage Build(object x);

    /// <summary>Call the visitor with the types themselves.</summary>
    public abstract Coder Accept(ICoderMaker maker);
}

/// <summary>Makes a codec ready for a type.</summary>
public interface ICoderMaker
{
    Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
        where TDomain : class
        where TMessage : class, IMessage<TMessage>;
}

/// <summary>A type with its message class, and both ways between them.</summary>
public sealed class PayloadType<TDomain, TMessage>(
    string member, MessageParser<TMessage> parser, Func<TDomain, TMessage> build, Func<TMessage, TDomain> unbuild) : PayloadType
    where TDomain : class
    where TMessage : class, IMessage<TMessage>
{
    public override string Member => member;

    public MessageParser<TMessage> Parser => parser;

    public Func<TDomain, TMessage> ToMessage => build;

    public Func<TMessage, TDomain> ToDomain => unbuild;

    public override object Unbuild(IMessage message) => unbuild((TMessage)message);

    public override IMessage Build(object x) => build((TDomain)x);

    public override Coder Accept(ICoderMaker maker) => maker.Make(this);
}
