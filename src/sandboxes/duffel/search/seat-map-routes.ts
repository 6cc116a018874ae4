import { requiredParameter } from "../problems.ts";
import type { Route } from "../route.ts";
import type { Offers } from "./offers.ts";

export const seatMapRoutes = (book: Offers): readonly Route[] => [
  {
    method: "GET",
    path: "/air/seat_maps",
    async run({ query, caller }) {
      const offerId = query.get("offer_id");
      if (offerId === null || offerId === "") throw requiredParameter("offer_id");
      const { seatMaps } = await book.look(offerId, caller);
      return { data: seatMaps() };
    },
  },
];
