/**
 * Copies text and returns whether that worked. Pages served over plain HTTP have no clipboard API and use the legacy
 * command.
 */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Permission denied; try the legacy command.
  }
  return copyWithCommand(text);
};

const copyWithCommand = (text: string): boolean => {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  // While a modal dialog is open, only its content can be focused.
  (document.querySelector("dialog:modal") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
};

/** Offers a text as a file download. */
export const saveFile = (name: string, text: string, type = "application/json"): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
