const SYMBOLS: Readonly<Record<string, string>> = {
  CNY: '¥',
  JPY: 'JP¥',
  USD: '$',
  EUR: '€',
  GBP: '£',
  HKD: 'HK$',
};

/** What stands before an amount: the currency's sign, or its code where it has none here. */
const currencySign = (currency: string): string => SYMBOLS[currency] ?? `${currency} `;

/** A count with its thousands set apart: `12,345`. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Integer cents as text, exact to the cent: `¥1,234.05`. */
export function formatMoney(cents: number, currency: string): string {
  return `${cents < 0 ? '-' : ''}${currencySign(currency)}${formatAmount(Math.abs(cents))}`;
}

/** As `formatMoney`, without the currency. */
export function formatAmount(cents: number): string {
  const size = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${formatCount(Math.floor(size / 100))}.${String(size % 100).padStart(2, '0')}`;
}

/** Decimal text as integer cents; null when it is no amount, or finer than a cent. */
export function parseAmount(text: string): number | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] === '-' && cents !== 0 ? -cents : cents;
}
