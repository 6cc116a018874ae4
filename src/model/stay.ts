import { array, boolean, integer, object, oneOf, type Static, string } from "./schema.ts";

export const HotelReservation = object({
  id: string(),
  hotelCode: string(),
  hotelName: string(),
  chainCode: string(),
  chainName: string(),
  address: string(),
  cityCode: string(),
  cityName: string(),
  checkInDate: string({ format: "date" }),
  checkOutDate: string({ format: "date" }),
  nights: integer({ minimum: 1 }),
  roomType: string(),
  rateCode: string(),
  rateName: string(),
  starRating: integer({ minimum: 1, maximum: 5 }),
  price: integer({ description: "US cents for the whole stay, all guests" }),
  pricePerNight: integer({ description: "US cents; price = pricePerNight × nights" }),
  guestCount: integer({ minimum: 1 }),
  rooms: integer({ minimum: 1, description: "Rooms this price covers" }),
  amenities: array(string()),
  refundable: boolean(),
  cancellationPolicy: string(),
  status: oneOf(["available", "sold_out", "confirmed", "cancelled"]),
});
export type HotelReservation = Static<typeof HotelReservation>;
