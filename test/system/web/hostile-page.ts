import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "./playwright.ts";

/** Inspects the whole DOM of a page. Sent there as text. */
const LOOK = `(() => {
  const found = [];
  const say = (what, node) => found.push(what + ": " + (node.outerHTML ?? node.data ?? String(node)).slice(0, 160));
  if (globalThis.harmed !== undefined) found.push("a script ran");
  const SHADY = "script:not([src]), img[src=x], iframe, object, embed, base, [onerror], [onclick], [onload]";
  for (const element of document.querySelectorAll(SHADY)) say("it became an element", element);
  for (const element of document.querySelectorAll("[href], [src], [action], [formaction]"))
    for (const name of ["href", "src", "action", "formaction"]) {
      const address = element.getAttribute(name) ?? "";
      if (/^\\s*(javascript|vbscript):/i.test(address) || /^\\s*data:(?!image\\/)/i.test(address)) say("an address that does something", element);
    }
  const TURNS = /(?![\\u200d\\n\\r\\t])[\\p{Cc}\\p{Cf}\\u2028\\u2029]/u;
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (TURNS.test(node.data) && !node.parentElement.closest("textarea")) say("signs that hide or turn text in " + node.parentElement.className, node);
  for (const element of document.querySelectorAll("[title], [aria-label], [alt], [placeholder]"))
    for (const name of ["title", "aria-label", "alt", "placeholder"])
      if (TURNS.test(element.getAttribute(name) ?? "")) say("signs that hide or turn text in a " + name, element);
  if (TURNS.test(document.title)) say("signs that hide or turn text in the title", document.title);
  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1);
    say("wider than the window by " + (scrollWidth - innerWidth) + " at " + innerWidth, wide.at(0) ?? document.body);
  }
  if (document.querySelector("main")?.innerText.includes("This page broke")) found.push("the page broke");
  return found;
})()`;

/** Checks that untrusted content had no effect on a page. */
export const harmIn = (page: Page): Promise<readonly string[]> => page.evaluate(LOOK);

const AXE = resolve(import.meta.dirname, "../../referees/node_modules/axe-core/axe.min.js");
let axe: string | undefined;

const RUN = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) => id + ": " + html.slice(0, 160) + " " + failureSummary.slice(0, 240))))`;

/** The serious and critical findings of axe-core, which is injected past the CSP. */
export const barriersIn = async (page: Page): Promise<readonly string[]> => {
  axe ??= readFileSync(AXE, "utf8");
  await page.evaluate(`if (!globalThis.axe) { ${axe} }`);
  return page.evaluate(RUN);
};
