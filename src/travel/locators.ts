import { hash, randomBytes } from "node:crypto";

/** Derives the record locator of the n-th booking of a session. */
export type Locators = (sessionId: string, sequence: number, now: number) => string;

/**
 * With a frozen clock, equal bookings get equal locators in every run. Otherwise the derivation includes a secret of this
 * process, so that locators cannot be guessed from session and time.
 */
export const createLocators = ({ frozen = false }: { readonly frozen?: boolean }): Locators => {
  const secret = frozen ? "" : randomBytes(32).toString("base64");
  return (sessionId, sequence, now) => {
    for (let attempt = 0; ; attempt++) {
      const letters = lettersOf(`${secret}:${sessionId}:${sequence}:${now}:${attempt}`);
      if (!isRude(letters)) return `TEST-${letters}`;
    }
  };
};

/** Without 0, 1, I and O, which are easily misheard over the phone. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 6;

const lettersOf = (text: string): string => {
  const digest = Buffer.from(hash("sha256", text), "hex");
  let letters = "";
  for (let i = 0; i < LENGTH; i++) letters += ALPHABET[(digest[i] as number) % ALPHABET.length];
  return letters;
};

/** Rude words of several languages that the alphabet can spell. */
const RUDE = new RegExp(
  [
    "ANAL|ANUS|ARSCH|ARSE|ASS|BUTT|CACA|CAGA|CRAP|CULE|CUNT|DAMN|DEAD|DEATH|DYKE|FAG|FANNY|FART|FUC|FUK|GAY|HELL",
    "HURE|JAP|JEW|KACK|KKK|KURVA|MERDA|MERDE|NAZ|NEGER|NEGRA|NEGRE|NUDE|NUTTE|PENE|PRAT|PUTA|PUTE|PUSSY|RAPE|SCUM",
    "SEX|SLAG|SLAVE|SLUT|SPERM|SUCK|TURD|TWAT|VULVA|WANK",
  ].join("|"),
);
const READ_AS: { readonly [letter: string]: string } = {
  "3": "E",
  "4": "A",
  "5": "S",
  "6": "G",
  "7": "T",
  "8": "B",
  V: "U",
};

/** Also with digits and letters that are read as others: `A55`, `FVCK`. */
const isRude = (letters: string): boolean =>
  RUDE.test(letters) || RUDE.test(letters.replace(/[345678V]/g, (letter) => READ_AS[letter] as string));
