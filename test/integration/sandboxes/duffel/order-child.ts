/** Orders, cancels and changes until it is killed, and prints acknowledged changes: `node --import tsx order-child.ts <path>`. */
import { systemClock } from "../../../../src/model/clock.ts";
import { openStore } from "../../../../src/platform/stores/open-store.ts";
import { soon } from "./order-days.ts";
import { balance, startOrders } from "./order-fixture.ts";
import { cents } from "./sandbox-fixture.ts";

const store = await openStore({ kind: "lmdb", path: process.argv[2] as string, now: Date.now });
const { offersOf, order, post } = startOrders({ store, clock: systemClock });
const [DAY, OTHER_DAY] = [soon(30), soon(32)];
const slices = [{ origin: "LTN", destination: "SYD", departure_date: DAY }];

for (let turn = 0; ; turn++) {
  const [offer] = await offersOf("LTN", "SYD", { slices });
  const { data } = (await order(offer)).body;
  console.log(JSON.stringify({ id: data.id, state: "ordered", reference: data.booking_reference }));
  if (turn % 3 === 1) {
    const quote = (await post("/air/order_cancellations", { order_id: data.id })).body.data;
    const { status } = await post(`/air/order_cancellations/${quote.id}/actions/confirm`, undefined);
    if (status === 200) console.log(JSON.stringify({ id: data.id, state: "cancelled" }));
  }
  if (turn % 3 === 2) {
    const add = [{ origin: "LTN", destination: "SYD", departure_date: OTHER_DAY, cabin_class: "premium_economy" }];
    const wish = { order_id: data.id, slices: { remove: [{ slice_id: data.slices[0].id }], add } };
    const [choice] = (await post("/air/order_change_requests", wish)).body.data.order_change_offers;
    const change = (await post("/air/order_changes", { selected_order_change_offer: choice.id })).body.data;
    const payment = balance(cents(change.change_total_amount));
    const { status } = await post(`/air/order_changes/${change.id}/actions/confirm`, { payment });
    if (status === 200) console.log(JSON.stringify({ id: data.id, state: "changed" }));
  }
}
