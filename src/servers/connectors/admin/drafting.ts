import { failed, invalid } from "../../../model/failure.ts";
import type { JsonObject } from "../../../model/json.ts";
import { type Outbound, OutboundError } from "../../../platform/outbound/outbound.ts";
import type { Connector } from "../connector.ts";
import type { DocumentSender, DocumentWorkers } from "../documents/document-workers.ts";
import type { Draft } from "../drafting/draft.ts";

/** Drafts tools from an API's documentation. */
export interface Drafting {
  /** The source has `openapi`, `url` or `xml_samples`; `name` and `base_url` override the documentation. */
  draft(source: JsonObject, sender: Required<DocumentSender>): Promise<Draft>;
}

interface DraftingOptions {
  readonly outbound: Pick<Outbound, "request">;
  readonly documents: Pick<DocumentWorkers, "draftFromOpenApi" | "draftFromXmlSamples">;
  /** Proposes better texts with the model that the operator configured. */
  readonly propose?: ((draft: Draft, sender: Required<DocumentSender>) => Promise<Draft>) | undefined;
}

const MOST_BYTES = 4_194_304;
const TIMEOUT_MS = 20_000;

export const createDrafting = ({ outbound, documents, propose }: DraftingOptions): Drafting => {
  const fetchDocument = async (url: string, signal: AbortSignal): Promise<string> => {
    try {
      const options = { signal, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, redirects: 3 };
      const { status, body } = await outbound.request(url, options);
      if (status === 200) return body.toString("utf8");
      throw failed(`The document could not be fetched: the server answered with HTTP ${status}.`, { field: "url" });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { message, hint } = error;
      const details = { field: "url", ...(hint !== undefined && { hint }) };
      throw failed(`The document could not be fetched. ${message}`, details, error);
    }
  };

  const drafted = async (source: JsonObject, sender: Required<DocumentSender>): Promise<Draft> => {
    const { openapi, url, xml_samples: samples, name, base_url } = source;
    if (samples !== undefined) {
      const texts = Object.entries(samples as Readonly<Record<string, string>>);
      return documents.draftFromXmlSamples(
        texts.map(([file, text]) => ({ name: file, text })),
        { ...(typeof name === "string" && { name }), ...(typeof base_url === "string" && { base_url }) },
        sender,
      );
    }
    const address = typeof url === "string" ? url : undefined;
    const text = typeof openapi === "string" ? openapi : await fetchDocument(address ?? "", sender.signal);
    const from = typeof base_url === "string" ? base_url : address;
    return documents.draftFromOpenApi(text, from, sender);
  };

  return {
    async draft(source, sender) {
      const plain = await drafted(source, sender);
      const { name, base_url, propose: wanted } = source;
      const connector = { ...plain.connector, ...(name !== undefined && { name }) } as Connector;
      const draft = { ...plain, connector: typeof base_url === "string" ? moved(connector, base_url) : connector };
      if (wanted !== true) return draft;
      if (propose) return propose(draft, sender);
      throw invalid("No model for proposals is configured.", {
        field: "propose",
        hint: "Omit propose, or ask the operator of this server to configure a model.",
      });
    },
  };
};

/** Moves the connector to another address. Token endpoints stay where they are. */
const moved = ({ allow: _, ...connector }: Connector, base_url: string): Connector => {
  const tokens = (connector.credentials ?? []).flatMap(({ token_url }) => token_url ?? []);
  const hosts = new Set([base_url, ...tokens].filter((url) => URL.canParse(url)).map((url) => new URL(url).host));
  return { ...connector, base_url, ...(hosts.size > 1 && { allow: [...hosts] }) };
};
