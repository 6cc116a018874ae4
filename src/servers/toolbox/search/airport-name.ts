import type { Airport } from "../../../model/place.ts";
import { termsIn } from "./words.ts";

/** Whether the airport's name tells the city, however it is accented: Zürich Airport, Zurich. */
export const namesItsCity = ({ name, city }: Airport): boolean =>
  ` ${termsIn(name).join(" ")} `.includes(` ${termsIn(city).join(" ")} `);
