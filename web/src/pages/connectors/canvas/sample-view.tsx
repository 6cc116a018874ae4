import { CodeBlock } from "../../../components/code-block.tsx";
import { JsonView } from "../../../components/json-view.tsx";
import { isObject } from "../../../components/schema-form/schema.ts";
import { indentedXml, isXml } from "./stations.ts";

interface SampleViewProps {
  readonly title: string;
  readonly value: unknown;
  readonly label: string;
}

/** What a station saw or made: a tree, and what is text in it as text. */
export const SampleView = ({ title, value, label }: SampleViewProps) => (
  <div className="sample">
    <h3>{title}</h3>
    {value === undefined && <p className="soft">Nothing yet. Run to here.</p>}
    {typeof value === "string" && <Text text={value} label={label} />}
    {value !== undefined && typeof value !== "string" && <JsonView value={value} label={label} open={3} />}
    {isObject(value) &&
      Object.entries(value)
        .filter((entry): entry is [string, string] => typeof entry[1] === "string" && isXml(entry[1]))
        .map(([name, text]) => <Text key={name} text={text} label={`${name} of ${label}`} />)}
  </div>
);

const Text = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <CodeBlock text={isXml(text) ? indentedXml(text) : text} what={label} wrap />
);
