import { type ReactNode, useState } from "react";
import type { BookingDetail } from "../../../../src/console/contract.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Checkbox, TextArea } from "../../components/field.tsx";
import { ErrorState } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { brief, plain } from "../../format/text.ts";
import { hrefTo } from "../../router/router.ts";
import { FindFlights, type FoundFlight } from "./find-flights.tsx";
import { isOnHold, namesOf, removableOf, routeOf } from "./parse-servicing.ts";
import { ConfirmButton, QuoteView, totalInWords } from "./quote-view.tsx";
import { useQuote } from "./use-quote.ts";

interface ChangeDialogProps {
  readonly pnr: string;
  readonly detail: BookingDetail;
  /** Ids that are chosen to be removed at first. */
  readonly preset: readonly string[];
  readonly onClose: () => void;
  readonly onChanged: (detail: BookingDetail) => void;
}

/** Ids, separated by spaces, commas or lines. */
export const idsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((id) => id !== "");

/** Removes and adds parts of a booking: chooses, shows the quote, confirms. */
export const ChangeDialog = ({ pnr, detail, preset, onClose, onChanged }: ChangeDialogProps) => {
  const [remove, setRemove] = useState<readonly string[]>(preset);
  const [flight, setFlight] = useState<FoundFlight>();
  const [others, setOthers] = useState("");
  const state = useQuote(pnr, (changed, { total }) => {
    onChanged(changed);
    onClose();
    toast.ok(`${plain(pnr)} changed. ${totalInWords(total, isOnHold(detail))}.`);
  });
  const { quoted, quote, error } = state;
  const add = [...(flight?.ids ?? []), ...idsIn(others)];
  const names = new Map([...namesOf(detail), ...(flight?.ids ?? []).map((id) => [id, flight?.label ?? id] as const)]);
  const { services, extras, travellers } = removableOf(detail);
  const route = routeOf(detail.booking, remove);
  const choose = (id: string) => (
    <Checkbox
      key={id}
      label={brief(names.get(id) ?? id, 120)}
      checked={remove.includes(id)}
      onChecked={(on) => setRemove((before) => (on ? [...before, id] : before.filter((one) => one !== id)))}
    />
  );
  return (
    <Dialog
      title={`Change ${plain(pnr)}`}
      open
      size="wide"
      onClose={onClose}
      actions={
        quote ? (
          <>
            <Button onClick={state.reset}>Back</Button>
            <ConfirmButton
              total={quote.total}
              isOnHold={isOnHold(detail)}
              busy={state.confirming}
              label="Confirm change"
              onConfirm={(payment) => void state.confirm(payment)}
            />
          </>
        ) : (
          <>
            <Button onClick={onClose}>Don't change</Button>
            <Button
              variant="primary"
              busy={state.asking}
              disabled={remove.length + add.length === 0}
              onClick={() => void state.ask({ remove, add })}
            >
              Get quote
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        {error && <ErrorState error={error} inline />}
        {quoted ? (
          <QuoteView quoted={quoted} isOnHold={isOnHold(detail)} names={names} />
        ) : (
          <>
            <Part title="Remove">
              {services.map(({ id }) => choose(id))}
              {extras.map(({ id }) => choose(id))}
              {travellers.map(({ id }) => choose(id))}
            </Part>
            {route && (
              <Part title="Add a flight">
                <FindFlights
                  key={`${route.origin} ${route.destination} ${route.date}`}
                  route={route}
                  chosen={flight}
                  onChoose={setFlight}
                />
              </Part>
            )}
            <Part title="Add a hotel, car or extra">
              <TextArea
                label="IDs"
                rows={2}
                value={others}
                onValue={setOthers}
                help={
                  <>
                    IDs of offers, one per line. Find them in{" "}
                    <a href={hrefTo("explore", ["gds", "searchHotels"])}>Explore</a>; choose seats on the seat map.
                  </>
                }
              />
            </Part>
          </>
        )}
      </div>
    </Dialog>
  );
};

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className="change-part">
    <legend>{title}</legend>
    {children}
  </fieldset>
);
