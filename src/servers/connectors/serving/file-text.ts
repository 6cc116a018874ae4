const KINDS: Readonly<Record<string, string>> = {
  "application/pdf": "A PDF",
  "application/zip": "A ZIP archive",
  "application/gzip": "A gzip archive",
  "application/msword": "A Word document",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "A Word document",
  "application/vnd.ms-excel": "An Excel workbook",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "An Excel workbook",
  "application/octet-stream": "A file",
  "image/png": "A PNG image",
  "image/jpeg": "A JPEG image",
  "image/gif": "A GIF image",
  "image/webp": "A WebP image",
};

/** The short text for a model about a file: `A PDF of 48 KB.` */
export const fileText = (
  { bytes, mediaType }: { readonly bytes: Uint8Array; readonly mediaType: string },
  uri: string | undefined,
): string => {
  const kind = KINDS[mediaType] ?? `A file of type ${mediaType}`;
  return `${kind} of ${shownSize(bytes.length)}.${uri === undefined ? " It could not be kept." : ""}`;
};

const shownSize = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
};
