const MILITARY = /\b(CFB|AFB|AFS|RAAF|JASDF|JMSDF|PAF|INS|NAS|Air ?[Bb]ase|Air Force|Army|Naval|Marine Corps|Guard)\b/;

/** The name on the airport's own sign: no military twin, no second name in brackets, no abbreviations. */
export const tidyName = (raw: string, country: string): string => {
  let name = raw
    .replace(/\s*\([^)]*\)/g, " ")
    .replace(/\bInt'?l\b/g, "International")
    .replace(/\bRgnl\b/g, "Regional")
    .replace(/\s+/g, " ")
    .trim();
  const parts = name.split(/\s*\/\s*/);
  if (parts.length > 1) {
    const civil = parts.filter((part) => !MILITARY.test(part));
    const own = civil.find((part) => /Airport$/.test(part));
    if (civil.length < parts.length) name = own ?? civil[0] ?? name;
    else if (own === parts[0]) name = own as string;
    else if (/\s\/\s/.test(name)) name = parts.join(" ");
  }
  if (country === "US") name = name.replace(/\b([A-Z]) (?=[A-Z])/g, "$1. ");
  return name;
};

/** The town as a traveller says it: no district, no province, no second town. */
export const tidyCity = (raw: string): string =>
  raw
    .replace(/\s*\([^)]*\)?/g, "")
    .split(/[,/]/, 1)
    .join("")
    .replace(/-[A-Z][a-z]+( [A-Z][a-z]+)? Island$/, "")
    .replace(/\s+/g, " ")
    .trim();
