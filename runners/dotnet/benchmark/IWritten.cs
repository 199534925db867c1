namespace Wirelab.HandWritten;

/// <summary>Schools through a library, written by hand.</summary>
internal interface IWritten
{
    byte[] Write(object school);

    object Read(byte[] data);
}
