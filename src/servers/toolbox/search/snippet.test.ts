import { describe, expect, it } from "vitest";
import { snippetOf } from "./snippet.ts";

describe("a snippet", () => {
  const filler = "lorem ipsum dolor sit amet ".repeat(20);
  const text = `${filler}The lounge in Lisbon has a view of the runway. ${filler}`;

  it("shows the passage with the words that were looked for, in whole words", () => {
    const snippet = snippetOf(text, new Set(["lisbon", "runway"]));
    expect(snippet).toContain("lounge in Lisbon has a view of the runway.");
    expect(snippet.length).toBeLessThanOrEqual(202);
    expect(snippet).toMatch(/^…(lorem|ipsum|dolor|sit|amet) .* (lorem|ipsum|dolor|sit|amet)…$/);
  });

  it("is the beginning when nothing was found in the text, and the whole text when it is short", () => {
    expect(snippetOf(text, new Set(["title"]))).toMatch(/^lorem ipsum .*…$/);
    expect(snippetOf("short", new Set())).toBe("short");
  });
});
