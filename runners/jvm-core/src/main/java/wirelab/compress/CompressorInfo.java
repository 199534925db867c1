package wirelab.compress;

import java.util.function.IntFunction;

/**
 * A compressor as the handshake announces it.
 *
 * @param name as subjects name it
 * @param library the library's name
 * @param version the library's version
 * @param minLevel lowest level
 * @param maxLevel highest level
 * @param defaultLevel the library's own choice
 * @param atLevel makes it
 */
public record CompressorInfo(
    String name,
    String library,
    String version,
    int minLevel,
    int maxLevel,
    int defaultLevel,
    IntFunction<Compressor> atLevel) {}
