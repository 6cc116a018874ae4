import { describe, expect, it } from "vitest";
import { readPrompt } from "./read-prompt.ts";
import { VOCABULARY } from "./vocabulary.ts";

describe("reading a prompt", () => {
  it.each([
    ["A beach with palms at sunset", ["beach", "palm", "sunset"]],
    ["Ein Strand mit Palmen bei Sonnenuntergang", ["beach", "palm", "sunset"]],
    ["snowy mountains under the northern lights", ["winter", "mountain", "aurora"]],
    ["Verschneites Bergdorf bei Nacht", ["winter", "mountain", "village", "night"]],
    ["Hafen mit Segelbooten", ["harbour", "boat"]],
    ["Ein BERGSEE im Herbst", ["mountain", "lake", "autumn"]],
    ["Kirschblüten am Tempel", ["spring", "temple"]],
    ["Brücke über den Fluss", ["bridge", "river"]],
    ["flight over the city skyline", ["airplane", "city"]],
    ["the Eiffel Tower, Paris", ["tower", "city"]],
  ])("finds what %s shows", (prompt, concepts) => {
    expect(readPrompt(prompt).concepts).toEqual(concepts);
  });

  it("takes nothing for a thing that only looks like one", () => {
    expect(readPrompt("I see Monday's regeneration of the capital in Tennessee, totally").concepts).toEqual([]);
  });

  it("leaves out what is not wanted", () => {
    expect(readPrompt("a beach without people").concepts).toEqual(["beach"]);
    expect(readPrompt("ein Strand ohne Menschen").recognised).toEqual(["strand"]);
  });

  it("gives a colour to the thing named after it, and else to the whole picture", () => {
    expect(readPrompt("a red balloon").paints).toEqual({ balloon: "#d7263d" });
    expect(readPrompt("ein rotes Auto").paints).toEqual({ car: "#d7263d" });
    expect(readPrompt("mountains in purple")).toMatchObject({ paints: {}, tints: ["#7b4bb0"] });
  });

  it("counts", () => {
    expect(readPrompt("three palms and a boat").counts).toEqual({ palm: 3 });
    expect(readPrompt("balloons").counts).toEqual({ balloon: 2 });
    expect(readPrompt("Paris").counts).toEqual({});
  });

  it("tells which of its words were understood", () => {
    expect(readPrompt("Golden beach, zzz, hot air balloon").recognised).toEqual(["golden", "beach", "hot air balloon"]);
  });

  it.each(Object.keys(VOCABULARY))("knows the word %s", (concept) => {
    expect(readPrompt(`a ${concept}`).concepts).toContain(concept);
  });

  it("survives any text", () => {
    for (const text of ["", "\0\0", "𝟙".repeat(4000), "a".repeat(4000), "__proto__ constructor toString", "</svg>"])
      expect(readPrompt(text).concepts).toEqual([]);
  });
});
