/** Whether it could be copied. Pages that came unencrypted from another machine have no clipboard, but the old command. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Not allowed; perhaps the command is.
  }
  return copyWithCommand(text);
};

const copyWithCommand = (text: string): boolean => {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  // Behind an open dialog nothing can be focused.
  (document.querySelector("dialog:modal") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
};

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
