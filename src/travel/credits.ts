import { dateOf } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import { type Failure, notFound, ruleBroken } from "../model/failure.ts";
import type { LedgerLine } from "../model/ledger.ts";
import { type Cents, usd } from "../model/money.ts";
import type { Bookings } from "./bookings.ts";
import { creditMethod, creditUntil, type PaymentPart } from "./ledger.ts";
import { admitPayment, creditNamed } from "./payments.ts";
import type { Stock } from "./stock.ts";
import type { StockItem } from "./supplier.ts";

/** How something is paid: the parts, and what they take of a travel credit. */
interface Tender {
  readonly payments: readonly PaymentPart[];
  readonly toTake: readonly StockItem[];
}

/** Travel credits: issued by refunds of bookings, and spent by others. The cents of a credit are stock. */
export interface Credits {
  /** Finds out how an amount is paid. Throws if the payment names a credit that cannot be used. */
  tender(tenant: string, payment: string | undefined): Promise<(due: Cents) => Tender>;
}

const CODE = /^([A-Z0-9]{6})-\d{1,3}$/;

interface Parts {
  readonly bookings: Pick<Bookings, "find">;
  readonly stock: Pick<Stock, "taken">;
  readonly clock: Clock;
}

export const createCredits = ({ bookings, stock, clock }: Parts): Credits => {
  /** The code begins with the locator of the booking that it was issued for. */
  const issued = async (tenant: string, code: string): Promise<LedgerLine> => {
    const [, locator] = CODE.exec(code) ?? [];
    const booking = locator === undefined ? undefined : await bookings.find(tenant, `TEST-${locator}`);
    const line = booking?.ledger.find(({ kind, reference }) => kind === "credit" && reference === code);
    if (line === undefined) throw unknownCredit(code);
    if (creditUntil(line.at) <= clock.now()) throw expiredCredit(code, creditUntil(line.at));
    return line;
  };

  return {
    async tender(tenant, payment) {
      const named = creditNamed(payment);
      if (named === undefined) {
        const method = admitPayment(payment);
        return () => ({ payments: [{ method, amount: ANYTHING }], toTake: [] });
      }
      const { code, rest } = named;
      const method = rest === undefined ? undefined : admitPayment(rest);
      const { amount, at } = await issued(tenant, code);
      const key = creditMethod(code);
      // Credits do not depend on the session.
      const taken = (await stock.taken({ tenant, sessionId: "" }, [key])).get(key) ?? 0;
      const left = Math.max(0, amount - taken);
      const until = creditUntil(at);
      return (due) => {
        if (due <= 0) return { payments: [], toTake: [] };
        if (left === 0 || (left < due && method === undefined)) throw tooSmall(code, left, due);
        const units = Math.min(left, due);
        return {
          payments: [
            { method: key, amount: units, until },
            ...(method === undefined ? [] : [{ method, amount: ANYTHING }]),
          ],
          toTake: [{ kind: "credit", key, forSale: amount, units, until, about: code, name: `Travel credit ${code}` }],
        };
      };
    },
  };
};

const ANYTHING = Number.MAX_SAFE_INTEGER;

const unknownCredit = (code: string): Failure =>
  notFound(`There is no travel credit ${code}.`, {
    field: "payment",
    value: code,
    hint: "The code is in the answer to the change or cancellation that gave the credit. Or use another form of payment.",
  });

const expiredCredit = (code: string, until: number): Failure =>
  ruleBroken(`Travel credit ${code} expired on ${dateOf(new Date(until).toISOString())}.`, {
    field: "payment",
    value: code,
    hint: "Use another form of payment.",
  });

const tooSmall = (code: string, left: Cents, due: Cents): Failure =>
  ruleBroken(
    left === 0
      ? `Travel credit ${code} is used up. Nothing was paid.`
      : `Travel credit ${code} has ${usd(left)} left, and ${usd(due)} are due. Nothing was paid.`,
    {
      field: "payment",
      value: code,
      creditLeft: left,
      due,
      hint: left === 0 ? "Use another form of payment." : `Pay with credit:${code}+account to pay the rest otherwise.`,
    },
  );
