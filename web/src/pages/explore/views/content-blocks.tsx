import type { ComponentType } from "react";
import { CopyButton } from "../../../components/copy-button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { JsonView } from "../../../components/json-view.tsx";
import { visible } from "../../../format/text.ts";
import { fieldsOf, isObject, said } from "./read.ts";
import { imageAddress, isSameJson } from "./read-content.ts";
import { recordsIn } from "./records.ts";
import { RecordsView } from "./records-view.tsx";

type Block = Readonly<Record<string, unknown>>;
type BlockProps = { readonly block: Block; readonly label?: string };

const MOST_CHARACTERS = 20_000;

const Words = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
  <p className="words" tabIndex={0}>
    {visible(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}… (${text.length} characters)` : text)}
  </p>
);

const TextBlock = ({ block }: BlockProps) => <Words text={said(block["text"])} />;

const ImageBlock = ({ block, label = "" }: BlockProps) => {
  const address = imageAddress(block);
  return address === undefined ? (
    <OtherBlock block={block} label={label} />
  ) : (
    <img className="picture" src={address} alt="What the tool made" />
  );
};

/** Named, not followed: it may be anywhere. */
const LinkBlock = ({ block }: BlockProps) => (
  <div className="resource">
    <div className="wraps">
      <strong>{visible(said(block["title"]) || said(block["name"]) || "Resource")}</strong>
      {said(block["description"]) && <p className="small soft">{visible(said(block["description"]))}</p>}
      <code className="wraps">{visible(said(block["uri"]).slice(0, 500))}</code>
    </div>
    <CopyButton text={said(block["uri"])} what="the address" />
  </div>
);

const ResourceBlock = ({ block }: BlockProps) => {
  const resource = fieldsOf(block["resource"]);
  return (
    <div className="stack">
      <LinkBlock block={{ name: said(resource["mimeType"]), ...resource }} />
      {typeof resource["text"] === "string" && <Words text={resource["text"]} />}
    </div>
  );
};

const OtherBlock = ({ block, label = "Content of the result" }: BlockProps) => <JsonView value={block} label={label} />;

const BLOCKS: Readonly<Record<string, ComponentType<BlockProps>>> = {
  ...{ text: TextBlock, image: ImageBlock, resource_link: LinkBlock, resource: ResourceBlock },
};

const Structured = ({ value }: { readonly value: unknown }) => {
  const records = recordsIn(value);
  return records ? <RecordsView found={records} /> : <JsonView value={value} label="Structured result" />;
};

interface ContentProps {
  readonly content: readonly unknown[];
  readonly structured: unknown;
}

/** What no view knows: text, pictures and links as they are, everything else as JSON. */
export const ContentBlocks = ({ content, structured }: ContentProps) => {
  const blocks = content.filter(isObject).filter((block) => !isSameJson(block, structured));
  if (blocks.length === 0 && structured === undefined) return <EmptyState title="The tool answered with nothing" />;
  return (
    <div className="stack">
      {blocks.map((block, index) => {
        const Shown = BLOCKS[String(block["type"])] ?? OtherBlock;
        // biome-ignore lint/suspicious/noArrayIndexKey: they are never moved
        return <Shown key={index} block={block} label={`Content ${index + 1} of the result`} />;
      })}
      {structured !== undefined && <Structured value={structured} />}
    </div>
  );
};
