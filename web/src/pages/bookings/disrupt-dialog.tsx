import { useState } from "react";
import type { BookingDetail, DisruptRequest, ItineraryLeg } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Input, Select } from "../../components/field.tsx";
import { EmptyState, ErrorState } from "../../components/states.tsx";
import { brief, plain } from "../../format/text.ts";
import { type ParsedNotice, parseNotices } from "./parse-servicing.ts";

interface Doing {
  readonly kind: DisruptRequest["kind"];
  readonly label: string;
  readonly of: ItineraryLeg["kind"];
}

const DOINGS: readonly Doing[] = [
  { kind: "cancel_flight", label: "Cancel a flight", of: "flight" },
  { kind: "retime", label: "Change the times of a flight", of: "flight" },
  { kind: "downgrade", label: "Downgrade to a lower cabin", of: "flight" },
  { kind: "walk_guest", label: "Move a guest to another hotel", of: "hotel" },
  { kind: "substitute_car", label: "Give another car", of: "car" },
];

/** What can be done to the parts of a booking that are still on it. */
export const doingsFor = (legs: readonly ItineraryLeg[]) =>
  DOINGS.map((doing) => ({
    ...doing,
    legs: legs.filter(
      ({ kind, status }) => kind === doing.of && status !== "cancelled" && status !== "cancelled_by_airline",
    ),
  })).filter((doing) => doing.legs.length > 0);

interface DisruptDialogProps {
  readonly pnr: string;
  readonly detail: BookingDetail;
  readonly onClose: () => void;
  /** The booking has to be loaded again. */
  readonly onDisrupted: () => void;
}

/** Does to a booking what its airline, hotel or car company may do, and shows what the agent is told. */
export const DisruptDialog = ({ pnr, detail, onClose, onDisrupted }: DisruptDialogProps) => {
  const doings = doingsFor(detail.legs);
  const [kind, setKind] = useState<DisruptRequest["kind"]>(doings[0]?.kind ?? "cancel_flight");
  const doing = doings.find((one) => one.kind === kind) ?? doings[0];
  const [chosen, setChosen] = useState("");
  const about = doing?.legs.some(({ id }) => id === chosen) ? chosen : (doing?.legs[0]?.id ?? "");
  const [minutes, setMinutes] = useState("60");
  const [notice, setNotice] = useState("");
  const [result, setResult] = useState<readonly ParsedNotice[]>();
  const disrupt = useAction(async () => {
    const known = parseNotices(detail.booking).map(({ id }) => id);
    const booking = await api.post<unknown>(`/bookings/${part(pnr)}/disrupt`, {
      ...{ kind, about },
      ...(kind === "retime" && { minutes: Number(minutes) }),
      ...(notice.trim() !== "" && { notice: notice.trim() }),
    });
    setResult(parseNotices(booking).filter(({ id }) => !known.includes(id)));
    onDisrupted();
  });
  return (
    <Dialog
      title={`Disrupt ${plain(pnr)}`}
      open
      onClose={onClose}
      actions={
        result || doing === undefined ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Don't disrupt</Button>
            <Button variant="danger" busy={disrupt.busy} disabled={about === ""} onClick={() => void disrupt.run()}>
              Disrupt booking
            </Button>
          </>
        )
      }
    >
      {result ? (
        <div className="stack" role="status">
          <p>Done. Subscribed clients were notified. The agent now sees:</p>
          <ul className="notices">
            {result.map(({ id, text, canRebook, canRefund }) => (
              <li key={id} className="wraps">
                <strong>{brief(id, 10)}</strong> {brief(text, 500)}{" "}
                <span className="soft">{entitledWords(canRebook, canRefund)}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : doing === undefined ? (
        <EmptyState title="Nothing to disrupt">All parts of this booking are cancelled.</EmptyState>
      ) : (
        <div className="stack">
          <p className="soft">
            Rehearse what an airline, hotel or car company may do after the booking, and watch what your agent does.
          </p>
          <Select
            label="What happens"
            value={kind}
            choices={doings.map((one) => ({ value: one.kind, label: one.label }))}
            onValue={(value) => setKind(value as DisruptRequest["kind"])}
          />
          <Select
            label="To"
            value={about}
            choices={doing.legs.map(({ id, title }) => ({ value: id, label: brief(title, 80) }))}
            onValue={setChosen}
          />
          {kind === "retime" && (
            <Input
              label="Minutes"
              type="number"
              value={minutes}
              onValue={setMinutes}
              help="Later; earlier if negative. From three hours in one country, six hours elsewhere, travellers may ask for a refund."
            />
          )}
          <Input
            label="Text of the notice"
            value={notice}
            maxLength={500}
            onValue={setNotice}
            help="Optional. Default: what happened, in one sentence."
          />
          {disrupt.error && <ErrorState error={disrupt.error} inline />}
        </div>
      )}
    </Dialog>
  );
};

export const entitledWords = (canRebook: boolean, canRefund: boolean): string => {
  const rights = [canRebook && "rebook", canRefund && "refund"].filter((one) => one !== false);
  return rights.length === 0 ? "" : `Free of charge: ${rights.join(" or ")}.`;
};
