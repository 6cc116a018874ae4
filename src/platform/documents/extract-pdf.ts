import type { JobContext } from "../isolation/serve-jobs.ts";
import { type Extracted, unreadable } from "./document.ts";

const MAX_PAGES = 500;
const REPORT_EVERY = 10;

/** Reads text only: no fonts, scripts, forms or links. */
const TEXT_ONLY = {
  verbosity: 0,
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  enableXfa: false,
  stopAtErrors: false,
};

export const extractPdf = async (bytes: Uint8Array, { progress }: JobContext, most: number): Promise<Extracted> => {
  const { getDocumentProxy } = await import("unpdf");
  const pdf = await getDocumentProxy(new Uint8Array(bytes), TEXT_ONLY).catch((cause: Error) => {
    throw cause.name === "PasswordException" ? encrypted() : broken(cause);
  });
  const total = pdf.numPages;
  const last = Math.min(total, MAX_PAGES);
  const pages: string[] = [];
  let length = 0;
  let lost = 0;
  for (let number = 1; number <= last && length < most; number++) {
    const text = await textOf(pdf, number).catch(() => undefined);
    if (text === undefined) lost++;
    pages.push(text ?? "");
    length += text?.length ?? 0;
    if (number % REPORT_EVERY === 0) progress(number, last, `Read ${number} of ${last} pages`);
  }
  if (lost === pages.length) throw broken();
  const title = await titleOf(pdf);
  return {
    text: pages.join("\n\n").trim(),
    ...(title !== undefined && { title }),
    pages: total,
    cut: pages.length < total,
    warnings: [
      ...(pages.length < total ? [`Only the first ${pages.length} of ${total} pages were read.`] : []),
      ...(lost > 0 ? [`${lost} pages are broken and were skipped.`] : []),
      ...(length === 0 ? ["The pages have no text. They are probably pictures, whose text is not recognised."] : []),
    ],
  };
};

type Pdf = Awaited<ReturnType<typeof import("unpdf")["getDocumentProxy"]>>;

const textOf = async (pdf: Pdf, number: number): Promise<string> => {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
};

const titleOf = async (pdf: Pdf): Promise<string | undefined> => {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const title = (info as Record<string, unknown>)["Title"];
  return typeof title === "string" && title.trim() !== "" ? title : undefined;
};

const encrypted = () =>
  unreadable("The document is encrypted: it needs a password.", "Give a version without a password.");

const broken = (cause?: unknown) =>
  unreadable("The document is broken: it starts like a PDF, but cannot be read.", "The file may be incomplete.", cause);
