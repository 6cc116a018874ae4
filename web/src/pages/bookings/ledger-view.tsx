import type { BookingDetail } from "../../../../src/console/contract.ts";
import { Money } from "../../components/values.tsx";
import { brief } from "../../format/text.ts";
import { moment } from "../../format/time.ts";
import { Parts, totalInWords } from "./quote-view.tsx";

interface LedgerProps {
  readonly detail: BookingDetail;
  readonly names: ReadonlyMap<string, string>;
  readonly currency: string;
}

/** What each kind of line adds to what is owed and to what was received. */
const EFFECTS = {
  sale: [1, 0],
  return: [-1, 0],
  fee: [1, 0],
  payment: [0, 1],
  refund: [0, -1],
  credit: [0, -1],
} as const;
const KINDS = {
  sale: "Sale",
  return: "Return",
  fee: "Fee",
  payment: "Payment",
  refund: "Refund",
  credit: "Travel credit",
} as const;

const OPERATIONS: Readonly<Record<string, string>> = {
  addition: "Addition",
  exchange: "Exchange",
  cancellation: "Cancellation",
  supplier_change: "Change by a supplier",
};

/** The ledger by revision: `Booked`, then each change with its lines. */
export const ledgerGroups = ({ ledger, operations }: Pick<BookingDetail, "ledger" | "operations">) =>
  [...new Set([...ledger.map(({ revision }) => revision), ...operations.map(({ revision }) => revision)])]
    .sort((a, b) => a - b)
    .map((revision) => {
      const lines = ledger.filter((line) => line.revision === revision);
      const operation = operations.find((one) => one.revision === revision);
      const kind = operation === undefined ? undefined : (OPERATIONS[operation.kind] ?? operation.kind);
      return {
        revision,
        at: operation?.at ?? lines[0]?.at ?? "",
        title: kind ?? (revision === 0 ? "Booked" : "Paid"),
        operation,
        lines,
      };
    });

export const LedgerView = ({ detail, names, currency }: LedgerProps) => (
  <div className="ledger">
    {ledgerGroups(detail).map(({ revision, at, title, operation, lines }) => (
      <section key={revision} aria-label={brief(`Revision ${revision}: ${title}`, 80)}>
        <h3>
          {brief(title, 40)} <span className="soft">revision {revision}</span>
        </h3>
        <p className="soft">
          {moment(at)}
          {operation && operation.total !== 0 && ` · ${totalInWords(operation.total)}`}
        </p>
        {operation && <Parts remove={operation.removed.map(({ id }) => id)} add={operation.added} names={names} />}
        {lines.length > 0 && (
          <table className="ledger-lines">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Charged</th>
                <th scope="col">Received</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ kind, amount, about, traveller, method, reference, why }, index) => {
                const [owed, received] = EFFECTS[kind] ?? [0, 0];
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
                  <tr key={index}>
                    <th scope="row" className="wraps">
                      {KINDS[kind] ?? brief(kind, 20)}{" "}
                      <span className="soft">
                        {[about && (names.get(about) ?? about), traveller, method, reference, why]
                          .filter((one) => one !== undefined && one !== "")
                          .map((one) => brief(one as string, 80))
                          .join(", ")}
                      </span>
                    </th>
                    <td>{owed !== 0 && <Money amount={owed * amount} currency={currency} />}</td>
                    <td>{received !== 0 && <Money amount={received * amount} currency={currency} />}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </section>
    ))}
  </div>
);
