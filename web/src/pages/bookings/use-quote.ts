import { useCallback, useState } from "react";
import type { BookingDetail, BookingQuote } from "../../../../src/console/contract.ts";
import { ApiError, part } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";

export interface ChangeRequest {
  readonly remove: readonly string[];
  readonly add: readonly string[];
}

export interface Quoted {
  readonly quote: BookingQuote;
  readonly request: ChangeRequest;
  /** The price moved, or the time ran out: this quote replaces the one that was to be confirmed. */
  readonly moved: boolean;
}

/** The server refused the price that was shown. */
const MOVED_FIELDS: readonly unknown[] = ["quoteId", "expectedTotal"];
export const hasMoved = (error: unknown): boolean => error instanceof ApiError && MOVED_FIELDS.includes(error.field);

/** Makes a quoted change. Default: confirms the quote. */
type Send = (quote: BookingQuote, payment: string) => Promise<BookingDetail>;

/** Quotes a change of a booking and makes it at that price. If the price has moved, the new quote is shown. */
export const useQuote = (pnr: string, onDone: (detail: BookingDetail, quote: BookingQuote) => void, send?: Send) => {
  const [quoted, setQuoted] = useState<Quoted>();
  const path = `/bookings/${part(pnr)}`;
  const ask = (request: ChangeRequest) => api.post<BookingQuote>(`${path}/quote`, request);
  const confirmed: Send = (quote, payment) =>
    api.post<BookingDetail>(`${path}/confirm`, { quote_id: quote.quote_id, payment });

  const asking = useAction(async (request: ChangeRequest) =>
    setQuoted({ quote: await ask(request), request, moved: false }),
  );
  const confirming = useAction(async (payment: string) => {
    if (quoted === undefined) return;
    const { quote, request } = quoted;
    try {
      onDone(await (send ?? confirmed)(quote, payment), quote);
    } catch (error) {
      if (!hasMoved(error)) throw error;
      setQuoted({ quote: await ask(request), request, moved: true });
    }
  });
  const { reset: resetAsking } = asking;
  const { reset: resetConfirming } = confirming;
  const reset = useCallback(() => {
    setQuoted(undefined);
    resetAsking();
    resetConfirming();
  }, [resetAsking, resetConfirming]);

  return {
    quoted,
    quote: quoted?.quote,
    ask: asking.run,
    confirm: confirming.run,
    asking: asking.busy,
    confirming: confirming.busy,
    error: confirming.error ?? asking.error,
    reset,
  };
};
