import { useId, useState } from "react";
import type { BookingDetail, BookingExtras, ShownSeat } from "../../../../src/console/contract.ts";
import { part } from "../../api/client.ts";
import { useData } from "../../api/use-data.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/field.tsx";
import { EmptyState, ErrorState, Loaded } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { money } from "../../format/money.ts";
import { brief, plain } from "../../format/text.ts";
import { isOnHold, namesOf, parseExtras, parseTravellers } from "./parse-servicing.ts";
import { ConfirmButton, QuoteView, totalInWords } from "./quote-view.tsx";
import { priceTiers, seatWords, tierOf } from "./seats.ts";
import { useQuote } from "./use-quote.ts";

type SeatMap = BookingExtras["seat_maps"][number];

interface SeatMapDialogProps {
  readonly pnr: string;
  readonly detail: BookingDetail;
  readonly flightId: string;
  readonly onClose: () => void;
  readonly onChanged: (detail: BookingDetail) => void;
}

/** The seats of a flight: which are free, what they cost, and where the travellers sit. A free one can be bought. */
export const SeatMapDialog = ({ pnr, detail, flightId, onClose, onChanged }: SeatMapDialogProps) => {
  const extras = useData<BookingExtras>(`/bookings/${part(pnr)}/extras`);
  const travellers = parseTravellers(detail.booking);
  const [traveller, setTraveller] = useState(travellers[0]?.id ?? "P1");
  const [seat, setSeat] = useState<string>();
  const state = useQuote(pnr, (changed, { total }) => {
    onChanged(changed);
    onClose();
    toast.ok(`Seat ${seat} booked. ${totalInWords(total, isOnHold(detail))}.`);
  });
  const { quoted, quote, error } = state;
  const names = namesOf(detail);
  const map = extras.data?.seat_maps.find(({ flight_id }) => flight_id === flightId);
  const taken = ownSeatOf(detail, flightId, traveller);
  const request = {
    remove: taken === undefined ? [] : [taken],
    add: seat === undefined ? [] : [`X-SEAT-${seat}-${traveller}-${flightId}`],
  };
  return (
    <Dialog
      title={`Seats of ${brief(map?.title ?? names.get(flightId) ?? flightId, 80)}`}
      open
      onClose={onClose}
      actions={
        quote ? (
          <>
            <Button onClick={state.reset}>Back</Button>
            <ConfirmButton
              total={quote.total}
              isOnHold={isOnHold(detail)}
              busy={state.confirming}
              label={`Book seat ${seat}`}
              onConfirm={(payment) => void state.confirm(payment)}
            />
          </>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button
              variant="primary"
              busy={state.asking}
              disabled={seat === undefined}
              onClick={() => void state.ask(request)}
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
          <QuoteView
            quoted={quoted}
            isOnHold={isOnHold(detail)}
            names={
              new Map([...names, ...request.add.map((id) => [id, `Seat ${seat}, ${names.get(traveller)}`] as const)])
            }
          />
        ) : (
          <Loaded from={extras} lines={8}>
            {() =>
              map === undefined ? (
                <EmptyState title={`No seat map of ${plain(flightId)}`}>
                  The flight has left or was cancelled.
                </EmptyState>
              ) : (
                <>
                  <Select
                    label="Traveller"
                    value={traveller}
                    choices={travellers.map(({ id, name }) => ({ value: id, label: brief(`${id} ${name}`, 80) }))}
                    onValue={setTraveller}
                  />
                  <Seats map={map} chosen={seat} onChoose={setSeat} names={names} />
                </>
              )
            }
          </Loaded>
        )}
      </div>
    </Dialog>
  );
};

/** A traveller has one seat on a flight: a new one replaces it. */
const ownSeatOf = ({ booking }: BookingDetail, flightId: string, traveller: string): string | undefined =>
  parseExtras(booking).find(
    (extra) => extra.id.startsWith("X-SEAT-") && extra.traveller === traveller && extra.flightIds.includes(flightId),
  )?.id;

interface SeatsProps {
  readonly map: SeatMap;
  readonly chosen: string | undefined;
  readonly onChoose: (seat: string) => void;
  readonly names: ReadonlyMap<string, string>;
}

const Seats = ({ map: { cabin, sections, rows, title }, chosen, onChoose, names }: SeatsProps) => {
  const group = useId();
  const tiers = priceTiers(rows.flatMap(({ seats }) => seats));
  return (
    <>
      <ul className="seat-legend" aria-label="Legend">
        {tiers.map((price) => (
          <li key={price}>
            <span className="seat" data-state="free" data-tier={tierOf(price, tiers)} />
            {price === 0 ? "free of charge" : money(price, "USD")}
          </li>
        ))}
        <li>
          <span className="seat" data-state="taken" />
          taken
        </li>
        <li>
          <span className="seat" data-state="own" />
          this booking
        </li>
      </ul>
      <div
        className="seat-map"
        role="radiogroup"
        aria-label={brief(`Seats in ${cabin.replace("_", " ")}, ${title}`, 120)}
      >
        <div className="seat-row" aria-hidden="true">
          <span className="seat-number" />
          {sections.map((letters, section) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections may repeat
            <span key={section} className="seat-section">
              {[...letters].map((letter) => (
                <span key={letter} className="seat-letter">
                  {letter}
                </span>
              ))}
            </span>
          ))}
        </div>
        {rows.map(({ seats, is_exit }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places
          <div key={index} className="seat-row" data-exit={is_exit || undefined}>
            <span className="seat-number" aria-hidden="true">
              {seats[0]?.seat.replace(/\D/g, "")}
            </span>
            {sections.map((letters, section) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sections may repeat
              <span key={section} className="seat-section">
                {[...letters].map((letter) => {
                  const seat = seats.find((one) => one.seat.endsWith(letter));
                  return seat === undefined ? (
                    <span key={letter} />
                  ) : (
                    <SeatView
                      key={letter}
                      {...{ seat, group, names, isExit: is_exit, tier: tierOf(seat.price, tiers) }}
                      isChosen={chosen === seat.seat}
                      onChoose={() => onChoose(seat.seat)}
                    />
                  );
                })}
              </span>
            ))}
          </div>
        ))}
      </div>
    </>
  );
};

interface SeatProps {
  readonly seat: ShownSeat;
  readonly group: string;
  readonly tier: number;
  readonly isExit: boolean;
  readonly isChosen: boolean;
  readonly names: ReadonlyMap<string, string>;
  readonly onChoose: () => void;
}

const SeatView = ({ seat, group, tier, isExit, isChosen, names, onChoose }: SeatProps) => {
  const words = brief(seatWords(seat, isExit, names), 120);
  if (seat.state !== "free") {
    return (
      <span className="seat" data-state={seat.state} title={words} role="img" aria-label={words}>
        {seat.state === "own" ? brief(seat.traveller ?? "", 3) : ""}
      </span>
    );
  }
  return (
    <label className="seat" data-state="free" data-tier={tier} data-chosen={isChosen || undefined} title={words}>
      <input type="radio" className="unseen" name={group} checked={isChosen} onChange={onChoose} aria-label={words} />
    </label>
  );
};
