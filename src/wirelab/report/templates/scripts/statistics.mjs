// Ratios and crossings from rounds that two have in common.
const NORMAL = 1.959963984540054; // of the standard normal distribution, 97.5 %

// The two-sided 95 % quantile of Student's t (G. W. Hill, Algorithm 396, CACM 13, 1970).
export const student = (freedom) => {
  const share = 0.05;
  if (freedom === 1) return Math.cos((share * Math.PI) / 2) / Math.sin((share * Math.PI) / 2);
  if (freedom === 2) return Math.sqrt(2 / (share * (2 - share)) - 2);
  const a = 1 / (freedom - 0.5);
  const b = 48 / (a * a);
  let c = (((20700 * a) / b - 98) * a - 16) * a + 96.36;
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * freedom;
  let y = (d * share) ** (2 / freedom);
  if (y > 0.05 + a) {
    const x = -NORMAL;
    y = x * x;
    if (freedom < 5) c += 0.3 * (freedom - 4.5) * (x + 0.6);
    c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    y = Math.expm1(a * y * y);
  } else {
    y =
      ((1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3) + 0.5 / (freedom + 4)) * y - 1) *
        ((freedom + 1) / (freedom + 2)) +
      1 / y;
  }
  return Math.sqrt(freedom * y);
};

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const covariance = (xs, ys) => {
  const [x, y] = [mean(xs), mean(ys)];
  return xs.reduce((sum, value, at) => sum + (value - x) * (ys[at] - y), 0) / (xs.length - 1);
};

// The values of two in each round that both have: a round that one lacks is null, or beyond its end.
export const inCommon = (own, others) =>
  own.map((value, round) => [value, others[round] ?? null]).filter((pair) => pair.every((each) => each !== null));

// Time over another's, from the rounds that both have, with the 95 % interval of this one pair; with fewer than two, the ratio of the estimates.
export const ratioOf = (cell, other) => {
  if (cell.time_ns === null || other.time_ns === null || other.time_ns[0] <= 0) return null;
  const logs = inCommon(cell.rounds_ns, other.rounds_ns).map(([time, against]) => Math.log(time / against));
  if (logs.length < 2) return [cell.time_ns[0] / other.time_ns[0], null, null];
  const half = student(logs.length - 1) * Math.sqrt(covariance(logs, logs) / logs.length);
  return [mean(logs), mean(logs) - half, mean(logs) + half].map(Math.exp);
};

// Where a + b·x is 0, as the 95 % interval of its rounds (E. C. Fieller, 1954); null where it has no two ends.
export const crossing = (as, bs) => {
  const rounds = as.length;
  if (rounds < 2) return null;
  const share = student(rounds - 1) ** 2 / rounds;
  const [a, b] = [mean(as), mean(bs)];
  const square = b * b - share * covariance(bs, bs);
  const half = a * b - share * covariance(as, bs);
  const root = half * half - square * (a * a - share * covariance(as, as));
  if (square <= 0 || root < 0) return null;
  return [(-half - Math.sqrt(root)) / square, (-half + Math.sqrt(root)) / square];
};

// Whether two rows of numbers of the same rounds cannot be distinguished, by the interval that `ratioOf` has; null where there are too few.
export const alike = (own, others) => {
  const pairs = inCommon(own, others);
  const rounds = pairs.length;
  if (rounds < 2) return null;
  const measured = pairs.flat().every((value) => value > 0); // at prices of 0, nothing costs anything
  const differences = pairs.map(([one, other]) => (measured ? Math.log(one / other) : one - other));
  return Math.abs(mean(differences)) <= student(rounds - 1) * Math.sqrt(covariance(differences, differences) / rounds);
};

// The places of those that no other beats in both; points are [time, size], nulls have no place.
export const paretoFront = (points) => {
  const placed = points.map((point, at) => [point, at]).filter(([point]) => point !== null);
  placed.sort(([[time, size]], [[otherTime, otherSize]]) => time - otherTime || size - otherSize);
  const front = [];
  for (const [point, at] of placed) {
    const last = front.length ? points[front.at(-1)] : null;
    const tied = last !== null && point[0] === last[0] && point[1] === last[1];
    if (tied || last === null || point[1] < last[1]) front.push(at);
  }
  return front;
};
