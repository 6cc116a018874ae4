import { createServer } from "node:http";
import { announce } from "./announce.mjs";

/** The hotel API behind the connectors, in JSON and XML. It reads the request and returns a constant. */

const rooms = Array.from({ length: 13 }, (_, index) => ({
  code: `R${index + 1}`,
  name: `Double room ${index + 1} with a balcony`,
  description: "Quiet, to the south, with a view of the mountains & breakfast in the garden.",
  sizeM2: 20 + index,
  board: index % 2 === 0 ? "breakfast" : "half_board",
  price: { total: 300 + 7.5 * index, perNight: 100 + 2.5 * index, currency: "EUR" },
  free: 1 + (index % 4),
}));
const json = Buffer.from(JSON.stringify({ hotel: "9100", arrival: "2030-01-10", nights: 3, rooms }));

const option = (each) => `<option>
  <catc>${each.code}</catc><type>${each.name}</type><description>${each.description.replace("&", "&amp;")}</description>
  <size>${each.sizeM2}</size><price>${each.price.total}</price>
  <price_per_person>${each.price.total / 2}</price_per_person><price_per_adult>${each.price.total / 2}</price_per_adult>
  <price_per_night>${each.price.perNight}</price_per_night><board>${each.board === "breakfast" ? 1 : 2}</board>
  <room_type>1</room_type>
</option>`;
const xml = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>
<room_availability_result xmlns="http://capcorn.at/"><members><member hotel_id="9100"><rooms><room>
<arrival>2030-01-10</arrival><departure>2030-01-13</departure><adults>2</adults><children><child age="5"/></children>
<options>${rooms.slice(0, 6).map(option).join("\n")}</options>
</room></rooms></member></members></room_availability_result>`);

const response = (type, body) => [{ "Content-Type": type, "Content-Length": body.length }, body];
const ANSWERS = { GET: response("application/json", json), POST: response("application/xml; charset=utf-8", xml) };

const server = createServer((request, response) => {
  const [headers, body] = ANSWERS[request.method];
  request.resume().on("end", () => response.writeHead(200, headers).end(body));
});
// Long enough that connections stay open while a caller waits for its turn.
server.keepAliveTimeout = 120_000;
announce(server);
