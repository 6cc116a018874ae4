import { describe, expect, it } from "vitest";
import { readDataAddress } from "./data-address.ts";

const read = (address: string) => {
  const { bytes, ...about } = readDataAddress(address, "document_url");
  return { text: Buffer.from(bytes).toString("latin1"), ...about };
};

describe("readDataAddress", () => {
  it.each([
    ["data:,a%20b", { text: "a b" }],
    ["data:text/html,<p>a,b</p>", { text: "<p>a,b</p>", mediaType: "text/html" }],
    ["DATA:Text/HTML;Charset=UTF-8;Base64,aGk=", { text: "hi", mediaType: "text/html", charset: "utf-8" }],
    [
      'data:text/plain;charset="iso-8859-1";name=x,%FC',
      { text: "\xfc", mediaType: "text/plain", charset: "iso-8859-1" },
    ],
    ["data:;base64,aGk", { text: "hi" }],
    ["data:;base64,a G\nk%3D", { text: "hi" }],
    ["data:;base64,-_-_", { text: "\xfb\xff\xbf" }],
    ["data:,100%25 %zz %4", { text: "100% %zz %4" }],
    ["data:,ü", { text: "\xc3\xbc" }],
    ["data:nonsense,a", { text: "a" }],
  ])("reads %j", (address, expected) => {
    expect(read(address)).toEqual({ ...expected, shown: expect.stringMatching(/^data:.*,…$/) });
  });

  it.each(["data:text/plain", "data:;base64,a", "data:;base64,a=b=", "data:;base64,aé=="])("rejects %j", (address) => {
    expect(() => read(address)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });

  it("does not show the data", () => {
    expect(read(`data:text/plain;x=${"y".repeat(500)},secret`).shown).not.toContain("secret");
    expect(read(`data:text/plain;x=${"y".repeat(500)},secret`).shown.length).toBeLessThan(120);
  });
});
