import type { SandboxAnswer } from "../../model/sandbox.ts";
import { writeXml } from "../../platform/xml/write-xml.ts";
import type { XmlInputElement, XmlNamespaces } from "../../platform/xml/xml-element.ts";
import { type CapcornRefusal, REFUSALS } from "./capcorn-refusal.ts";
import { OTA_NAMESPACE } from "./requests.ts";
import type { Scenario } from "./scenarios.ts";

/** The two calls, each with its own answer format. */
export type Endpoint = "search" | "reservation";

export interface XmlAnswer {
  readonly status: number;
  readonly document: XmlInputElement;
  readonly ok: boolean;
}

const NAMESPACES: Readonly<Record<Endpoint, XmlNamespaces>> = {
  search: {
    "": "http://capcorn.at/",
    xsi: "http://www.w3.org/2001/XMLSchema-instance",
    xsd: "http://www.w3.org/2001/XMLSchema",
  },
  reservation: { "": OTA_NAMESPACE },
};

/** Serialises an answer, with the encoding and namespaces of the scenario. */
export const serialised = (
  { status, document }: XmlAnswer,
  endpoint: Endpoint,
  scenario: Scenario | undefined,
): SandboxAnswer => {
  const latin1 = scenario === "latin1";
  const body = writeXml(document, {
    ...(scenario !== "no_namespace" && { namespaces: NAMESPACES[endpoint] }),
    encoding: latin1 ? "iso-8859-1" : "utf-8",
    badCharacters: "replace",
  });
  const charset = latin1 ? "iso-8859-1" : "utf-8";
  return {
    status,
    headers: { "content-type": `application/xml; charset=${charset}` },
    body,
    ...(latin1 && { encoding: "latin1" }),
  };
};

export const refused = ({ kind, message }: CapcornRefusal, endpoint: Endpoint): XmlAnswer => {
  const { [endpoint]: status, type, code } = REFUSALS[kind];
  const document =
    endpoint === "search"
      ? { error: { code: kind, message } }
      : notification({ Errors: { Error: { "@Type": type, "@Code": code, "@ShortText": message } } });
  return { status, document, ok: false };
};

const MAX_UNREAD_SHOWN = 20;

/** Confirms a reservation, with its reference and the ignored parts of the request as advisory warnings. */
export const booked = (reference: string, unread: readonly string[]): XmlAnswer => {
  const notes = [
    `This is a sandbox: nothing real was booked. Its reference is ${reference}.`,
    ...unread.slice(0, MAX_UNREAD_SHOWN).map((path) => `${path} was ignored.`),
  ];
  const Warning = notes.map((note) => ({ "@Type": 11, "@ShortText": note }));
  return { status: 200, document: notification({ Success: "", Warnings: { Warning } }), ok: true };
};

const notification = (content: XmlInputElement): XmlInputElement => ({
  OTA_HotelResNotifRS: { "@Version": "1", ...content },
});

export const HTML_ERROR: SandboxAnswer = {
  status: 500,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: "<!DOCTYPE html><html><head><title>Runtime Error</title></head><body><h1>Server Error</h1><hr></body></html>",
};

export const EMPTY_BODY: SandboxAnswer = { status: 200, headers: {}, body: "" };

export const TEXT_BODY: SandboxAnswer = {
  status: 200,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: "OK",
};
