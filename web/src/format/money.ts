/** `amount` is in the currency's smallest unit, such as cents. */
export const money = (amount: number, currency: string): string => {
  try {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    return format.format(amount / 10 ** digits);
  } catch {
    return `${amount / 100} ${currency}`;
  }
};

/** Such as `$583`, without cents. */
export const roundMoney = (amount: number, currency: string): string => {
  try {
    const digits = new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions()
      .maximumFractionDigits;
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits: 0 });
    return format.format(amount / 10 ** (digits ?? 2));
  } catch {
    return `${Math.round(amount / 100)} ${currency}`;
  }
};

/** Such as `12,345`, or `1.2M` from one million. */
export const count = (value: number): string =>
  value < 1_000_000 ? value.toLocaleString("en-US") : COMPACT.format(value);

const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
