import { createHash } from "node:crypto";
import type { OrderRecord } from "./order-record.ts";
import type { OrderDocument } from "./order-wire.ts";

/** Tickets, and a document for whoever bought extras. Issued when the order is paid; a change issues new ones. */
export const documentsOf = ({ pnr, paidAt, passengers, services, changes }: OrderRecord): readonly OrderDocument[] => {
  if (paidAt === null) return [];
  const issue = changes.filter(({ confirmedAt }) => confirmedAt !== null).length;
  return passengers.flatMap(({ id }, i): OrderDocument[] => {
    const document = (type: OrderDocument["type"]): OrderDocument => ({
      type,
      unique_identifier: ticketNumber(pnr, type, i, issue),
      passenger_ids: [id],
    });
    const hasExtras = services.some(({ passenger_ids }) => passenger_ids.includes(id));
    return [
      document("electronic_ticket"),
      ...(hasExtras ? [document("electronic_miscellaneous_document_associated")] : []),
    ];
  });
};

/** Thirteen digits, the first of which is not 0. */
export const ticketNumber = (...words: readonly (string | number)[]): string => {
  const digest = createHash("sha256").update(words.join("\u001f")).digest();
  return String(1_000_000_000_000 + (digest.readUIntBE(0, 6) % 9_000_000_000_000));
};
