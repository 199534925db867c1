// When warming up and measuring may stop: protocol/v1/README.md, mode `steady`.

const median = (values) => {
  const [sorted, half] = [values.toSorted((a, b) => a - b), values.length >> 1];
  return values.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/** Calls a batch, found by the rule, and whether they became steady; a batch should take `target` ns. */
export function warmUp(rule, target, batch) {
  const [width, tolerance] = [rule.window ?? 5, rule.tolerance ?? 0.02];
  for (let calls = 1, short = 0, times = [], began = null; ; ) {
    const { start_ns, ns } = batch(calls);
    began ??= start_ns;
    const elapsed = start_ns + ns - began;
    if (elapsed >= 2 * rule.max_ns) return { calls, steady: false };
    short = ns < target ? short + 1 : 0;
    if (short === 2 || ns < target / 2) {
      calls = Math.max(calls + 1, Math.min(10 * calls, Math.ceil((1.1 * calls * target) / ns)));
      [short, times] = [0, []];
      continue;
    }
    times.push(ns / calls);
    if (elapsed >= rule.max_ns && ns >= target) return { calls, steady: false };
    if (elapsed < rule.min_ns || times.length < 2 * width) continue;
    const change = median(times.slice(-width)) / median(times.slice(-2 * width, -width)) - 1;
    if (Math.abs(change) <= tolerance) return { calls, steady: true };
  }
}

/** Whether measuring may stop; `last` is the canary after the last batch. */
export function enough(measured, { batches, runs, fast }, last) {
  const wanted = batches ?? runs ?? 1;
  if (!fast || measured.length < wanted) return measured.length >= wanted;
  const slowest = measured.map(({ canary_ns }, at) => Math.max(canary_ns, measured[at + 1]?.canary_ns ?? last));
  const end = measured.at(-1).start_ns + measured.at(-1).ns;
  return slowest.filter((ns) => ns <= fast.canary_ns).length >= wanted || end - measured[0].start_ns >= fast.max_ns;
}
