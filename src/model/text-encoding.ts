const UTF_8 = "utf-8";

/** Returns the canonical name of an encoding, such as `windows-1252` for `latin1`; undefined if it is unknown. */
export const encodingOf = (label: string): string | undefined => {
  // Nearly every response has this one, and a decoder is expensive to create.
  if (label === UTF_8) return label;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
};

const MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], UTF_8],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** Returns the encoding indicated by a byte order mark. */
export const markedEncoding = (bytes: Uint8Array): string | undefined =>
  MARKS.find(([mark]) => mark.every((byte, i) => bytes[i] === byte))?.[1];

const utf8 = new TextDecoder(UTF_8);

/** Decodes bytes and removes the byte order mark. With `fatal`, invalid bytes throw a TypeError. */
export const decodeBytes = (bytes: Uint8Array, label: string, fatal = false): string => {
  const decoder = label === UTF_8 && !fatal ? utf8 : new TextDecoder(label, { fatal });
  // Node 20 decodes windows-1252 as ISO 8859-1, which has control characters in place of its dashes and quotes.
  return decoder.encoding === "windows-1252" ? westernText(bytes) : decoder.decode(bytes);
};

/** The characters from 0x80 on. Unassigned bytes map to themselves. */
const WESTERN = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

const westernText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (character) => WESTERN.charAt(character.charCodeAt(0) - 0x80));

/** Encodes text as windows-1252. It must contain no other characters; see `isWestern`. */
export const westernBytes = (text: string): Buffer =>
  Buffer.from(
    text.replace(/[^\0-\x7f\xa0-\xff]/g, (character) => String.fromCharCode(0x80 + WESTERN.indexOf(character))),
    "latin1",
  );

/** Checks whether windows-1252 has the character. */
export const isWestern = (character: string): boolean =>
  /^[\0-\x7f\xa0-\xff]$/.test(character) || WESTERN.includes(character);
