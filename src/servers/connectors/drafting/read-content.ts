import { Failure, invalid } from "../../../model/failure.ts";
import { decodeText } from "../../../platform/documents/decode-text.ts";
import { recogniseFormat } from "../../../platform/documents/recognise-format.ts";

/** Files of a folder that may be pages of documentation. */
export const isPage = (path: string): boolean => /\.(?:md|markdown|html?|pdf|docx)$/i.test(path);

/** Text of any encoding, or the bytes of a PDF or Word document. A `data:` URL is decoded. */
export const readContent = (content: string): string | Buffer => {
  const [head = "", charset] =
    /^data:[\w.+/-]{0,100}(?:;(?!charset)[\w=-]{1,50}){0,3}(?:;charset=([\w.:+-]{1,40}))?;base64,/i.exec(
      content.slice(0, 300),
    ) ?? [];
  // A PDF may consist of ASCII alone.
  if (head === "" && !content.startsWith("%PDF-")) return content;
  const bytes = head === "" ? Buffer.from(content) : Buffer.from(content.slice(head.length), "base64");
  try {
    const { format } = recogniseFormat({ bytes });
    return format === "pdf" || format === "docx" ? bytes : decodeText(bytes, charset).text;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { hint } = error.details;
    throw invalid(error.message, { field: "document", ...(hint !== undefined && { hint }) });
  }
};
