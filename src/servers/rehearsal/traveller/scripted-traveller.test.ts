import { describe, expect, it } from "vitest";
import { replyOf, type TravellerScript } from "./scripted-traveller.ts";

const script: TravellerScript = {
  facts: [
    { id: "budget", asked: ["budget|spend|limit"], answer: "480 dollars, all in." },
    { id: "time", asked: ["what time", "when.*leave"], answer: "After five in the afternoon." },
  ],
  consent: { upTo: "$480", otherwise: "ask-cheaper" },
};

describe("the scripted traveller", () => {
  it("answers with every fact that the question matches, in the same words each time", () => {
    const ask = () => replyOf(script, "What is your BUDGET, and when can you leave", undefined);
    expect(ask()).toEqual({ reply: "480 dollars, all in. After five in the afternoon.", isOffScript: false });
    expect(ask()).toEqual(ask());
  });

  it("says so if the script has no answer", () => {
    expect(replyOf(script, "Window or aisle", undefined)).toMatchObject({ isOffScript: true });
    expect(replyOf({ ...script, off_script: "No idea." }, "Window or aisle", undefined).reply).toBe("No idea.");
  });

  it("agrees to a proposal up to the limit, for that offer alone", () => {
    const { agreement } = replyOf(script, "Is this all right?", { total: 48_000, hotelId: "H-1" });
    expect(agreement).toEqual({ agreed: true, upTo: 48_000, about: ["H-1"] });
    expect(replyOf(script, "Is this all right?", { total: 48_001 }).agreement).toMatchObject({ agreed: false });
  });

  it("reads the amount of a proposal that was made in words", () => {
    expect(replyOf(script, "Shall I book it for $1,221.76?", undefined)).toMatchObject({
      agreement: { agreed: false, upTo: 122_176 },
      reply: "$1,221.76 is too much. Is there anything cheaper?",
    });
    expect(replyOf(script, "Shall I book it for 400 dollars?", undefined).agreement).toMatchObject({ agreed: true });
  });

  it("asks for the price of a proposal without one, and does not agree", () => {
    expect(replyOf(script, "Shall I book BA174?", { flightIds: ["F-BA174"] })).toMatchObject({
      reply: "What would it cost in all?",
      agreement: { agreed: false },
    });
  });

  it("agrees only to what it was asked for", () => {
    const strict: TravellerScript = { consent: { upTo: "$900", for: "LH ?68", otherwise: "no" } };
    expect(replyOf(strict, "May I book LH 68 for $800?", undefined).agreement).toMatchObject({ agreed: true });
    expect(replyOf(strict, "May I book SQ75 for $700?", undefined).agreement).toMatchObject({ agreed: false });
  });

  it("never agrees without a consent in the script", () => {
    expect(replyOf({}, "May I book it for $5?", { total: 500 }).agreement).toBeUndefined();
  });
});
