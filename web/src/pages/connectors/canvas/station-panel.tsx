import type { ComponentType, RefObject } from "react";
import { Card } from "../../../components/card.tsx";
import type { Schema } from "../../../components/schema-form/schema.ts";
import { SchemaForm } from "../../../components/schema-form/schema-form.tsx";
import { plain } from "../../../format/text.ts";
import type { Connector, ConnectorTool, StepName } from "../answers.ts";
import type { Said } from "../draft/said-about.ts";
import { AuthConfig } from "./config/auth-config.tsx";
import { HttpConfig } from "./config/http-config.tsx";
import { InputConfig } from "./config/input-config.tsx";
import { OutputConfig } from "./config/output-config.tsx";
import { ParseConfig } from "./config/parse-config.tsx";
import { RequestConfig } from "./config/request-config.tsx";
import { ResponseConfig } from "./config/response-config.tsx";
import { SampleView } from "./sample-view.tsx";
import { type Station, sampleOf } from "./stations.ts";
import type { RunControls } from "./use-run.ts";

export interface ConfigProps {
  readonly tool: ConnectorTool;
  readonly connector: Connector;
  readonly said: Said;
  readonly disabled: boolean;
  readonly change: (tool: ConnectorTool) => void;
}

const CONFIGS: Readonly<Record<StepName, ComponentType<ConfigProps>>> = {
  ...{ input: InputConfig, request: RequestConfig, auth: AuthConfig, http: HttpConfig },
  ...{ parse: ParseConfig, response: ResponseConfig, output: OutputConfig },
};

interface StationPanelProps extends ConfigProps {
  readonly station: Station;
  readonly run: RunControls;
  readonly box: RefObject<HTMLDivElement | null>;
}

/** One station in full: what it is told to do, and what it saw and made in the last run. */
export const StationPanel = ({ station, run, box, ...config }: StationPanelProps) => {
  const { step, title, about } = station;
  const sample = sampleOf(step, run.answer);
  const Config = CONFIGS[step];
  return (
    <div className="station-panel" ref={box}>
      <Card title={`${title}: last sample`}>
        <div className="stack">
          <p className="soft">{about}</p>
          {step === "input" && <Arguments tool={config.tool} run={run} />}
          {sample.error !== undefined && (
            <p className="field-problem wraps" role="alert">
              {plain(sample.error)}
            </p>
          )}
          {(step !== "input" || sample.in !== undefined) && (
            <SampleView title="In" value={sample.in} label={`What ${title} saw`} />
          )}
          {sample.error === undefined && (step !== "input" || sample.out !== undefined) && (
            <SampleView title="Out" value={sample.out} label={`What ${title} made`} />
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
    <h3>Arguments for the next run</h3>
    {run.problems?.[""] !== undefined && <p className="field-problem">{run.problems[""]}</p>}
    <SchemaForm
      schema={tool.input as Schema}
      value={run.given}
      onChange={run.give}
      {...(run.problems && { problems: run.problems })}
      disabled={run.busy !== undefined}
    />
  </div>
);
