/** The ticks of an axis, from the lowest to the highest. All are whole, in the unit of the values. */
export function ticksOf(values: readonly number[], most = 5): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = roundStep(Math.max(1, (high - low) / most));
  const first = Math.floor(low / step) * step;
  const ticks: number[] = [];
  for (let tick = first; tick < high + step; tick += step) ticks.push(tick);
  // Nothing but zeros still gets an axis.
  return ticks.length > 1 ? ticks : [...ticks, step];
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.ceil([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough)! * power);
}
