import type { ComponentType, RefObject } from "react";
import { Card } from "../../../components/card.tsx";
import { CodeBlock } from "../../../components/code-block.tsx";
import { JsonView } from "../../../components/json-view.tsx";
import type { Schema } from "../../../components/schema-form/schema.ts";
import { SchemaForm } from "../../../components/schema-form/schema-form.tsx";
import { brief, plain } from "../../../format/text.ts";
import type { ProblemAt } from "../draft/field-problems.ts";
import type { Connector, ConnectorTool, StepName } from "../responses.ts";
import { OutputConfig, ParseConfig, ResponseConfig } from "./config/answer-config.tsx";
import { RequestConfig } from "./config/request-config.tsx";
import { AuthConfig, HttpConfig, InputConfig } from "./config/sending-config.tsx";
import { indentedXml, isXml, type StepInfo, sampleOf, withoutXml } from "./steps.ts";
import type { RunControls } from "./use-run.ts";

export interface ConfigProps {
  readonly tool: ConnectorTool;
  readonly connector: Connector;
  readonly problemAt: ProblemAt;
  readonly disabled: boolean;
  readonly change: (tool: ConnectorTool) => void;
}

const CONFIGS: Readonly<Record<StepName, ComponentType<ConfigProps>>> = {
  input: InputConfig,
  request: RequestConfig,
  auth: AuthConfig,
  http: HttpConfig,
  parse: ParseConfig,
  response: ResponseConfig,
  output: OutputConfig,
};

interface StepPanelProps extends ConfigProps {
  readonly info: StepInfo;
  readonly run: RunControls;
  readonly box: RefObject<HTMLDivElement | null>;
}

/** One step in detail: its configuration, and its input and output in the last run. */
export const StepPanel = ({ info, run, box, ...config }: StepPanelProps) => {
  const { step, title, about } = info;
  const sample = sampleOf(step, run.answer);
  const Config = CONFIGS[step];
  return (
    <div className="step-panel" ref={box}>
      <Card title={`${title}: last sample`}>
        <div className="stack">
          <p className="soft">{about}</p>
          {step === "input" && <Arguments tool={config.tool} run={run} />}
          {sample.error !== undefined && (
            <p className="field-problem wraps" role="alert">
              {plain(sample.error)}
            </p>
          )}
          {((step !== "input" && sample.error === undefined) || sample.in !== undefined) && (
            <SampleView title="In" value={sample.in} label={`Input of ${title}`} />
          )}
          {sample.error === undefined && (step !== "input" || sample.out !== undefined) && (
            <SampleView title="Out" value={sample.out} label={`Output of ${title}`} />
          )}
        </div>
      </Card>
      <Card title={`${title}: configuration`}>
        <fieldset disabled={config.disabled} className="stack">
          <legend className="unseen">Configuration of {title}</legend>
          <Config {...config} />
        </fieldset>
      </Card>
    </div>
  );
};

const Arguments = ({ tool, run }: { readonly tool: ConnectorTool; readonly run: RunControls }) => (
  <div className="sample">
    <h3>Arguments</h3>
    {run.problems?.[""] !== undefined && <p className="field-problem">{run.problems[""]}</p>}
    <SchemaForm
      schema={tool.input as Schema}
      value={run.args}
      onChange={run.setArguments}
      {...(run.problems && { problems: run.problems })}
      disabled={run.busy !== undefined}
    />
  </div>
);

interface SampleViewProps {
  readonly title: string;
  readonly value: unknown;
  readonly label: string;
}

/** Input or output of a step: a tree, with XML as formatted text. */
const SampleView = ({ title, value, label }: SampleViewProps) => {
  const { rest, texts } = withoutXml(value);
  return (
    <div className="sample">
      <h3>{title}</h3>
      {value === undefined && <p className="soft">No data yet. Run to this step.</p>}
      {typeof rest === "string" && <Text text={rest} label={label} />}
      {rest !== undefined && typeof rest !== "string" && <JsonView value={rest} label={label} open={3} />}
      {texts.map(([name, text]) => (
        <Text key={name} text={text} label={`${brief(name, 60)} of ${label}`} />
      ))}
    </div>
  );
};

const Text = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <CodeBlock text={isXml(text) ? indentedXml(text) : text} what={label} wrap />
);
