import { bookings } from "./console/bookings.ts";
import { calls } from "./console/calls.ts";
import { inFolder } from "./in-folder.ts";

/** The console: what it costs everybody else that people look, and how it copes with much to look at. */
export const consoleParts = {
  calls: inFolder(calls),
  bookings: inFolder(bookings),
};
