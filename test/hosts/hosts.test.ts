import { describe, it } from "vitest";
import { HOSTS } from "./drivers/hosts.ts";
import { expectHostToBook, TRANSPORTS } from "./expect-trip.ts";

describe.each(HOSTS)("$name", (host) => {
  it.each(TRANSPORTS)("offers every tool over %s, and its model books, lists and cancels a flight", (transport) =>
    expectHostToBook(host, transport),
  );
});
