package wirelab.measure;

/**
 * What measuring gave.
 *
 * @param batches raw and in order
 * @param steady whether the warm-up rule was met; null in modes without one
 * @param canaryNanos time of the canary after the last batch
 * @param sink what the sink made of all outputs
 */
public record Measured(Batches batches, Boolean steady, long canaryNanos, long sink) {}
