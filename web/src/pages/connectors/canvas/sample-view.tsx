import { CodeBlock } from "../../../components/code-block.tsx";
import { JsonView } from "../../../components/json-view.tsx";
import { said } from "../../../format/text.ts";
import { indentedXml, isXml, withoutXml } from "./stations.ts";

interface SampleViewProps {
  readonly title: string;
  readonly value: unknown;
  readonly label: string;
}

/** What a station saw or made: a tree, and XML in it as text. */
export const SampleView = ({ title, value, label }: SampleViewProps) => {
  const { rest, texts } = withoutXml(value);
  return (
    <div className="sample">
      <h3>{title}</h3>
      {value === undefined && <p className="soft">Nothing yet. Run to here.</p>}
      {typeof rest === "string" && <Text text={rest} label={label} />}
      {rest !== undefined && typeof rest !== "string" && <JsonView value={rest} label={label} open={3} />}
      {texts.map(([name, text]) => (
        <Text key={name} text={text} label={`${said(name, 60)} of ${label}`} />
      ))}
    </div>
  );
};

const Text = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <CodeBlock text={isXml(text) ? indentedXml(text) : text} what={label} wrap />
);
