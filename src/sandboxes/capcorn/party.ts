import { CapcornRefusal } from "./capcorn-refusal.ts";

/** Who sleeps in one room. */
export interface RoomParty {
  readonly adults: number;
  /** In the order they were named. */
  readonly childAges: readonly number[];
}

export const MOST_ROOMS = 10;
export const MOST_PERSONS = 15;
export const MOST_CHILDREN = 8;
export const CHILD_AGES = [1, 17] as const;

export const personsOf = ({ adults, childAges }: RoomParty): number => adults + childAges.length;

export const checkRoomParty = (party: RoomParty, where: string): RoomParty => {
  const persons = personsOf(party);
  if (party.childAges.length > MOST_CHILDREN) {
    throw new CapcornRefusal(
      "invalid",
      `${where} is for ${party.childAges.length} children; a room takes ${MOST_CHILDREN} at most.`,
    );
  }
  if (persons > MOST_PERSONS) {
    throw new CapcornRefusal("invalid", `${where} is for ${persons} persons; a room takes ${MOST_PERSONS} at most.`);
  }
  return party;
};
