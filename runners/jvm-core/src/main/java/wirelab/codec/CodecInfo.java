package wirelab.codec;

import java.util.List;

/**
 * A codec as the handshake announces it.
 *
 * @param name as subjects name it
 * @param format how its bytes are laid out
 * @param library the library's name
 * @param version the library's version
 * @param documentation the address of what its settings rest on, default and tuned
 * @param contract what it promises and costs
 * @param parameters its parameters
 */
public record CodecInfo(
    String name,
    String format,
    String library,
    String version,
    String documentation,
    Contract contract,
    List<Parameter> parameters) {}
