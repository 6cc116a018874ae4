import { describe, expect, it } from "vitest";
import { WORDS } from "./picture-book.ts";
import { readPrompt } from "./read-prompt.ts";

describe("readPrompt", () => {
  it.each([
    ["A beach with palms at sunset", ["beach", "palm", "sunset"]],
    ["Ein Strand mit Palmen bei Sonnenuntergang", ["beach", "palm", "sunset"]],
    ["snowy mountains under the stars", ["winter", "mountain", "stars"]],
    ["Verschneite Berge bei Nacht", ["winter", "mountain", "night"]],
    ["Leuchtturm mit Segelbooten", ["lighthouse", "boat"]],
    ["Ein BERGSEE im Herbst", ["lake", "autumn"]],
    ["Kirschblüten am Tempel", ["spring", "temple"]],
    ["Brücke über den Fluss", ["bridge", "lake"]],
    ["flight over the city skyline", ["airplane", "city"]],
    ["the Eiffel Tower, Paris", ["tower"]],
  ])("finds the concepts of %s", (prompt, concepts) => {
    expect(readPrompt(prompt).concepts).toEqual(concepts);
  });

  it("ignores words that only contain a known word", () => {
    expect(readPrompt("I see Monday's regeneration of the capital in Tennessee, totally").concepts).toEqual([]);
  });

  it("ignores concepts after no, without, ohne and kein", () => {
    expect(readPrompt("a beach without people").concepts).toEqual(["beach"]);
    expect(readPrompt("ein Strand ohne Menschen").recognised).toEqual(["strand"]);
  });

  it("applies a colour to the concept after it, otherwise to the whole picture", () => {
    expect(readPrompt("a red balloon").paints).toEqual(new Map([["balloon", "#d7263d"]]));
    expect(readPrompt("ein rotes Auto").paints).toEqual(new Map([["car", "#d7263d"]]));
    expect(readPrompt("mountains in purple")).toMatchObject({ paints: new Map(), tints: ["#7b4bb0"] });
  });

  it("reads counts and plurals", () => {
    expect(readPrompt("three palms and a boat").counts).toEqual(new Map([["palm", 3]]));
    expect(readPrompt("balloons").counts).toEqual(new Map([["balloon", 2]]));
    expect(readPrompt("Paris").counts).toEqual(new Map());
  });

  it("returns the recognised words", () => {
    expect(readPrompt("Golden beach, zzz, hot air balloon").recognised).toEqual(["golden", "beach", "hot air balloon"]);
  });

  it.each([...WORDS.keys()])("recognises the word %s", (concept) => {
    expect(readPrompt(`a ${concept}`).concepts).toContain(concept);
  });

  it("finds nothing in hostile text", () => {
    for (const text of ["", "\0\0", "𝟙".repeat(4000), "a".repeat(4000), "__proto__ constructor toString", "</svg>"])
      expect(readPrompt(text).concepts).toEqual([]);
  });
});
