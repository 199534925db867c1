using Google.Protobuf;

namespace Wirelab.Runner;

/// <summary>One family of a workload's domain types, rendered.</summary>
public interface ITypes
{
    /// <summary>The types that codecs encode; a frame names one by its place here.</summary>
    IReadOnlyList<PayloadType> Payloads { get; }
}

/// <summary>A type that codecs encode.</summary>
public abstract class PayloadType
{
    /// <summary>The domain object of a message's bytes.</summary>
    public abstract object Read(byte[] message);

    /// <summary>The bytes of a domain object's message.</summary>
    public abstract byte[] Write(object x);

    /// <summary>Call the visitor with the types themselves.</summary>
    public abstract Coder Accept(ICoderMaker maker);
}

/// <summary>A codec that is set up: makes what is timed for each payload type.</summary>
public interface ICoderMaker
{
    Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
        where TDomain : class
        where TMessage : class, IMessage<TMessage>;
}

/// <summary>A type with its message class, and both ways between them.</summary>
public sealed class PayloadType<TDomain, TMessage>(
    MessageParser<TMessage> parser, Func<TDomain, TMessage> build, Func<TMessage, TDomain> unbuild) : PayloadType
    where TDomain : class
    where TMessage : class, IMessage<TMessage>
{
    public MessageParser<TMessage> Parser => parser;

    public Func<TDomain, TMessage> ToMessage => build;

    public Func<TMessage, TDomain> ToDomain => unbuild;

    public override object Read(byte[] message) => unbuild(parser.ParseFrom(message));

    public override byte[] Write(object x) => build((TDomain)x).ToByteArray();

    public override Coder Accept(ICoderMaker maker) => maker.Make(this);
}
