/** Hands a text to whoever looks, as a file to keep. */
export const saveFile = (name: string, text: string, type = "application/json"): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: some browsers look at it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
