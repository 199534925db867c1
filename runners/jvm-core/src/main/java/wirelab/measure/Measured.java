package wirelab.measure;

/**
 * What measuring gave.
 *
 * @param batches raw and in order
 * @param steady whether the warm-up rule was met; null in modes without one
 * @param sink what the sink made of all outputs
 */
public record Measured(Batches batches, Boolean steady, long sink) {}
