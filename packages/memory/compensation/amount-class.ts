/** How much money an event is about, as far as a list has to know: units of the currency, never the amount. */
export type AmountClass = 'none' | 'under_100' | 'under_1000' | 'under_10000' | 'from_10000';

/** The class of an amount in cents; null when nothing says that money is involved. */
export function amountClassOf(cents: number | null): AmountClass {
  if (cents === null) return 'none';
  const units = Math.abs(cents) / 100;
  if (units < 100) return 'under_100';
  if (units < 1_000) return 'under_1000';
  return units < 10_000 ? 'under_10000' : 'from_10000';
}
