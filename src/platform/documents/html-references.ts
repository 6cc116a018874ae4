/** The common named character references, name and character in turn. */
const NAMED =
  `amp & lt < gt > quot " apos ' ndash – mdash — hellip … lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo » bdquo „ sbquo ‚
  bull • middot · euro € pound £ yen ¥ cent ¢ copy © reg ® trade ™ deg ° sect § para ¶ times × divide ÷ plusmn ± frac12 ½
  auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß eacute é egrave è ecirc ê euml ë Eacute É agrave à aacute á acirc â
  atilde ã aring å Aring Å aelig æ AElig Æ ccedil ç Ccedil Ç igrave ì iacute í icirc î iuml ï ntilde ñ Ntilde Ñ ograve ò
  oacute ó ocirc ô otilde õ oslash ø Oslash Ø ugrave ù uacute ú ucirc û yacute ý yuml ÿ iexcl ¡ iquest ¿ rarr → larr ←`.split(
    /\s+/,
  );
const REFERENCES = new Map([
  ["nbsp", " "],
  ...NAMED.flatMap((name, at) => (at % 2 === 0 ? [[name, NAMED[at + 1]]] : [])),
] as [string, string][]);

/** Resolves a common named character reference, such as `auml`. */
export const htmlReference = (name: string): string | undefined => REFERENCES.get(name);
