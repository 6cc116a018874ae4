import { Input, Select, TextArea } from "../../../../components/field.tsx";
import { isObject } from "../../../../format/json.ts";
import type { Binding, ConnectorTool } from "../../responses.ts";
import type { ConfigProps } from "../step-panel.tsx";
import { ChoiceCell, JsonField, Rows, TextCell, withField } from "./config-fields.tsx";

type Request = ConnectorTool["request"];
type Body = NonNullable<Request["body"]>;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].map((value) => ({ value }));
const FORMATS = [
  { value: "", label: "no body" },
  ...["json", "form", "multipart", "text", "bytes", "xml"].map((value) => ({ value })),
];
const PLACES = ["path", "query", "header", "cookie", "body"];
const STYLES = ["", "form", "simple", "spaceDelimited", "pipeDelimited", "deepObject"];
const EXPLODES = ["", "yes", "no"];

export const RequestConfig = ({ tool, connector, problemAt, change, disabled }: ConfigProps) => {
  const { request } = tool;
  const put = (next: Request) => change({ ...tool, request: next });
  const format = (value: string) =>
    put(withField(request, "body", value === "" ? undefined : bodyOf(value, request.body)));
  return (
    <>
      <div className="config-line">
        <Select
          label="Method"
          choices={METHODS}
          value={request.method}
          onValue={(method) => put({ ...request, method: method as Request["method"] })}
        />
        <Input
          label="Path"
          className="control mono"
          help="Relative to the base URL. {name} is replaced by a path binding."
          value={request.path}
          onValue={(path) => put({ ...request, path })}
          problem={problemAt("request.path")}
        />
      </div>
      <Input
        label="Base URL"
        className="mono"
        placeholder={connector.base_url}
        help="Only if this tool has its own. Its host must be allowed under About."
        value={request.base_url ?? ""}
        onValue={(url) => put(withField(request, "base_url", url))}
        problem={problemAt("request.base_url")}
      />
      <Bindings {...{ tool, problemAt, disabled }} onBindings={(rows) => put(withField(request, "bindings", rows))} />
      <div className="config-line">
        <Select
          label="Body"
          choices={FORMATS}
          value={request.body?.format ?? ""}
          onValue={format}
          problem={problemAt("request.body")}
        />
        {request.body?.format === "xml" && (
          <Input
            label="Root element"
            required
            value={request.body.root}
            onValue={(root) =>
              put({ ...request, body: { ...(request.body as Extract<Body, { format: "xml" }>), root } })
            }
          />
        )}
      </div>
      {request.body?.format === "xml" && (
        <JsonField
          label="XML options"
          rows={3}
          help="namespaces, encoding, arrays, keep_prefixes"
          value={request.body.xml}
          onValue={(xml) =>
            put({ ...request, body: withField(request.body as Extract<Body, { format: "xml" }>, "xml", xml) })
          }
          problem={problemAt("request.body.xml")}
        />
      )}
      <TextArea
        label="Body mapping"
        rows={10}
        help="JSONata over the arguments. Empty: the body consists of the body bindings."
        value={request.mapping ?? ""}
        onValue={(mapping) => put(withField(request, "mapping", mapping))}
        problem={problemAt("request.mapping")}
      />
      <Headers
        headers={request.headers ?? {}}
        {...{ problemAt, disabled }}
        onHeaders={(headers) => put(withField(request, "headers", headers))}
      />
    </>
  );
};

const bodyOf = (format: string, before: Body | undefined): Body =>
  format === "xml"
    ? { format, root: before?.format === "xml" ? before.root : "request" }
    : ({ format } as Extract<Body, { format: "json" }>);

interface BindingsProps extends Pick<ConfigProps, "tool" | "problemAt" | "disabled"> {
  readonly onBindings: (rows: readonly Binding[]) => void;
}

const Bindings = ({ tool, problemAt, disabled, onBindings }: BindingsProps) => {
  const properties = isObject(tool.input["properties"]) ? Object.keys(tool.input["properties"]) : [];
  const names = [...new Set([...properties, ...Object.keys(tool.fixed ?? {}), ...Object.keys(tool.made ?? {})])];
  return (
    <Rows<Binding>
      title="Bindings"
      help="Where each argument goes. Arguments without a binding are visible to the mapping only."
      problem={problemAt("request.bindings")}
      what="binding"
      heads={["Argument", "In", "Target name", "Style", "Explode"]}
      rows={tool.request.bindings ?? []}
      fresh={{ argument: names[0] ?? "", in: "query" }}
      disabled={disabled}
      onRows={onBindings}
      cells={(row, set, name) => [
        <ChoiceCell
          key="argument"
          label={`Argument of ${name}`}
          value={row.argument}
          choices={names}
          onValue={(argument) => set({ ...row, argument })}
        />,
        <ChoiceCell
          key="in"
          label={`Location of ${name}`}
          value={row.in}
          choices={PLACES}
          onValue={(place) => set({ ...row, in: place as Binding["in"] })}
        />,
        <TextCell
          key="name"
          label={`Target name of ${name}`}
          value={row.name ?? ""}
          onValue={(value) => set(withField(row, "name", value))}
        />,
        <ChoiceCell
          key="style"
          label={`Style of ${name}`}
          value={row.style ?? ""}
          choices={STYLES}
          onValue={(value) => set(withField(row, "style", value))}
        />,
        <ChoiceCell
          key="explode"
          label={`Explode of ${name}`}
          value={row.explode === undefined ? "" : row.explode ? "yes" : "no"}
          choices={EXPLODES}
          onValue={(value) => set(withField(row, "explode", value === "" ? undefined : value === "yes"))}
        />,
      ]}
    />
  );
};

interface HeadersProps extends Pick<ConfigProps, "problemAt" | "disabled"> {
  readonly headers: Readonly<Record<string, string>>;
  readonly onHeaders: (headers: Readonly<Record<string, string>>) => void;
}

const Headers = ({ headers, problemAt, disabled, onHeaders }: HeadersProps) => (
  <Rows<readonly [string, string]>
    title="Headers"
    help="Sent unchanged. Add secrets in the Auth step, not here."
    problem={problemAt("request.headers")}
    what="header"
    heads={["Name", "Value"]}
    rows={Object.entries(headers)}
    fresh={[freeName(headers), ""]}
    disabled={disabled}
    onRows={(rows) => onHeaders(Object.fromEntries(rows))}
    cells={([name, value], set, which) => [
      <TextCell key="name" label={`Name of ${which}`} value={name} onValue={(next) => set([next, value])} />,
      <TextCell key="value" label={`Value of ${which}`} value={value} onValue={(next) => set([name, next])} />,
    ]}
  />
);

const freeName = (headers: Readonly<Record<string, string>>): string => {
  const count = Object.keys(headers).length;
  const names = Array.from({ length: count + 1 }, (_, at) => `X-Header${at === 0 ? "" : `-${at + 1}`}`);
  return names.find((each) => !(each in headers)) ?? "X-Header";
};
