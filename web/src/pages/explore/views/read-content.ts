import { said } from "./read.ts";

const PICTURES = /^image\/(png|jpeg|webp|gif)$/;
const MOST_CHARACTERS = 12_000_000;

/** A picture that came as base64. Drawings that could hold scripts (SVG) are not shown. */
export const imageAddress = (block: Readonly<Record<string, unknown>>): string | undefined => {
  const [type, data] = [said(block["mimeType"]), said(block["data"])];
  if (!PICTURES.test(type) || data.length > MOST_CHARACTERS || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  return `data:${type};base64,${data}`;
};

/** The structured result once more, as text for those who do not read it. */
export const isSameJson = (block: Readonly<Record<string, unknown>>, structured: unknown): boolean => {
  if (structured === undefined || block["type"] !== "text") return false;
  try {
    return JSON.stringify(JSON.parse(said(block["text"]))) === JSON.stringify(structured);
  } catch {
    return false;
  }
};
