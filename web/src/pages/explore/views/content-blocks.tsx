import type { ComponentType } from "react";
import { CopyButton } from "../../../components/code-block.tsx";
import { JsonView } from "../../../components/json-view.tsx";
import { EmptyState } from "../../../components/states.tsx";
import { fieldsOf, isObject, textOrEmpty } from "../../../format/json.ts";
import { visible } from "../../../format/text.ts";
import { RecordsView, recordsIn } from "./records-view.tsx";

type Block = Readonly<Record<string, unknown>>;
type BlockProps = { readonly block: Block; readonly label?: string };

const MAX_TEXT_LENGTH = 20_000;

const Text = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
  <p className="words" tabIndex={0}>
    {visible(text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}… (${text.length} characters)` : text)}
  </p>
);

const TextBlock = ({ block }: BlockProps) => <Text text={textOrEmpty(block["text"])} />;

const ImageBlock = ({ block, label = "" }: BlockProps) => {
  const address = imageAddress(block);
  return address === undefined ? (
    <JsonBlock block={block} label={label} />
  ) : (
    <img className="picture" src={address} alt="Returned by the tool" />
  );
};

/** Shown, but not linked: the address is untrusted. */
const LinkBlock = ({ block }: BlockProps) => (
  <div className="resource">
    <div className="wraps">
      <strong>{visible(textOrEmpty(block["title"]) || textOrEmpty(block["name"]) || "Resource")}</strong>
      {textOrEmpty(block["description"]) && <p className="small soft">{visible(textOrEmpty(block["description"]))}</p>}
      <code className="wraps">{visible(textOrEmpty(block["uri"]).slice(0, 500))}</code>
    </div>
    <CopyButton text={textOrEmpty(block["uri"])} what="the address" />
  </div>
);

const ResourceBlock = ({ block }: BlockProps) => {
  const resource = fieldsOf(block["resource"]);
  return (
    <div className="stack">
      <LinkBlock block={{ name: textOrEmpty(resource["mimeType"]), ...resource }} />
      {typeof resource["text"] === "string" && <Text text={resource["text"]} />}
    </div>
  );
};

const JsonBlock = ({ block, label = "Content of the result" }: BlockProps) => <JsonView value={block} label={label} />;

const BLOCKS: Readonly<Record<string, ComponentType<BlockProps>>> = {
  text: TextBlock,
  image: ImageBlock,
  resource_link: LinkBlock,
  resource: ResourceBlock,
};

const Structured = ({ value }: { readonly value: unknown }) => {
  const records = recordsIn(value);
  return records ? <RecordsView found={records} /> : <JsonView value={value} label="Structured result" />;
};

interface ContentProps {
  readonly content: readonly unknown[];
  readonly structured: unknown;
}

/** Fallback view: text, images and links as they are, everything else as JSON. */
export const ContentBlocks = ({ content, structured }: ContentProps) => {
  const blocks = content.filter(isObject).filter((block) => !isSameJson(block, structured));
  if (blocks.length === 0 && structured === undefined) return <EmptyState title="The tool returned nothing" />;
  return (
    <div className="stack">
      {blocks.map((block, index) => {
        const Shown = BLOCKS[String(block["type"])] ?? JsonBlock;
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move
        return <Shown key={index} block={block} label={`Content ${index + 1} of the result`} />;
      })}
      {structured !== undefined && <Structured value={structured} />}
    </div>
  );
};

const PICTURES = /^image\/(png|jpeg|webp|gif)$/;
const MAX_IMAGE_LENGTH = 12_000_000;

/** A base64 image. SVG is excluded because it can contain scripts. */
export const imageAddress = (block: Readonly<Record<string, unknown>>): string | undefined => {
  const [type, data] = [textOrEmpty(block["mimeType"]), textOrEmpty(block["data"])];
  if (!PICTURES.test(type) || data.length > MAX_IMAGE_LENGTH || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  return `data:${type};base64,${data}`;
};

/** Whether a text block repeats the structured result. */
export const isSameJson = (block: Readonly<Record<string, unknown>>, structured: unknown): boolean => {
  if (structured === undefined || block["type"] !== "text") return false;
  try {
    return JSON.stringify(JSON.parse(textOrEmpty(block["text"]))) === JSON.stringify(structured);
  } catch {
    return false;
  }
};
