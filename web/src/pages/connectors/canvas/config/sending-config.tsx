import { Checkbox, Input, Select } from "../../../../components/field.tsx";
import { isObject } from "../../../../format/json.ts";
import { hrefTo } from "../../../../router/router.ts";
import type { ConnectorTool } from "../../responses.ts";
import type { ConfigProps } from "../step-panel.tsx";
import { ChoiceCell, JsonField, parseNumber, Rows, TextCell, withField } from "./config-fields.tsx";

export const InputConfig = ({ tool, problemAt, change }: ConfigProps) => (
  <>
    <JsonField
      label="Argument schema"
      required
      rows={16}
      help="JSON Schema of type object. Models read it with every call."
      value={tool.input}
      onValue={(input) => isObject(input) && change({ ...tool, input: input as typeof tool.input })}
      problem={problemAt("input")}
    />
    <JsonField
      label="Hidden arguments"
      rows={3}
      help="Values by name that are always sent. Callers neither see nor set them."
      value={tool.fixed}
      onValue={(fixed) => change(withField(tool, "fixed", fixed))}
      problem={problemAt("fixed")}
    />
    <JsonField
      label="Generated arguments"
      rows={2}
      help='By name, if the caller omits them: "id" for a unique ID, "instant" for the current time.'
      value={tool.made}
      onValue={(made) => change(withField(tool, "made", made))}
      problem={problemAt("made")}
    />
  </>
);

type AuthStep = NonNullable<ConnectorTool["auth"]>[number];

const PLACES = ["header", "query", "cookie", "bearer", "basic", "body"];
const PARTS = ["", "user", "password"];

export const AuthConfig = ({ tool, connector, problemAt, change, disabled }: ConfigProps) => {
  const names = (connector.credentials ?? []).map(({ name }) => name);
  const recipes = (connector.signing ?? []).map(({ name }) => ({ value: name }));
  const about = hrefTo("connectors", [connector.name], { tab: "about" });
  if (names.length === 0 && (tool.auth ?? []).length === 0) {
    return (
      <p className="soft">
        This connector declares no credentials. <a href={about}>Add one under About</a>, then choose where it is sent.
      </p>
    );
  }
  return (
    <>
      <Rows<AuthStep>
        title="Secrets"
        help="Added last, so that mappings never see them. In the body the name is a path, such as @pin or auth.user. Calls are sent without one that is not required and not set."
        problem={problemAt("auth")}
        what="secret"
        heads={["Credential", "In", "Target name", "Part", "Required"]}
        rows={tool.auth ?? []}
        fresh={{ credential: names[0] ?? "", in: "header", name: "X-Api-Key" }}
        disabled={disabled}
        onRows={(rows) => change(withField(tool, "auth", rows))}
        cells={(row, set, name) => [
          <ChoiceCell
            key="credential"
            label={`Credential of ${name}`}
            value={row.credential}
            choices={names}
            onValue={(credential) => set({ ...row, credential })}
          />,
          <ChoiceCell
            key="in"
            label={`Location of ${name}`}
            value={row.in}
            choices={PLACES}
            onValue={(place) => set({ ...row, in: place as AuthStep["in"] })}
          />,
          <TextCell
            key="name"
            label={`Target name of ${name}`}
            value={row.name ?? ""}
            onValue={(value) => set(withField(row, "name", value))}
          />,
          <ChoiceCell
            key="part"
            label={`Part of ${name}`}
            value={row.part ?? ""}
            choices={PARTS}
            onValue={(value) => set(withField(row, "part", value))}
          />,
          <ChoiceCell
            key="required"
            label={`Whether ${name} is required`}
            value={row.optional ? "no" : "yes"}
            choices={["yes", "no"]}
            onValue={(value) => set(withField(row, "optional", value === "no" || undefined))}
          />,
        ]}
      />
      {(recipes.length > 0 || tool.sign !== undefined) && (
        <Select
          label="Sign with"
          help="Adds a signature to each request, after everything else."
          choices={[{ value: "", label: "No signature" }, ...recipes]}
          value={tool.sign ?? ""}
          onValue={(sign) => change(withField(tool, "sign", sign))}
          problem={problemAt("sign")}
        />
      )}
      <p className="soft small">
        Declare credentials under <a href={about}>About</a>. Enter their values under{" "}
        <a href={hrefTo("connectors", [connector.name], { tab: "credentials" })}>Credentials</a>.
      </p>
    </>
  );
};

type Http = NonNullable<ConnectorTool["http"]>;
type NumberField = "timeout_ms" | "retries" | "max_bytes";

const NUMBERS: readonly { readonly field: NumberField; readonly label: string; readonly help: string }[] = [
  { field: "timeout_ms", label: "Timeout in milliseconds", help: "For the whole exchange; 100 to 120,000." },
  { field: "retries", label: "Retries", help: "At most 5, and only if the request is safe to repeat." },
  { field: "max_bytes", label: "Maximum response size in bytes", help: "At most 50,000,000." },
];

export const HttpConfig = ({ tool, problemAt, change, disabled }: ConfigProps) => {
  const http: Http = tool.http ?? {};
  const put = (next: Http) => change(withField(tool, "http", next));
  return (
    <>
      <div className="tool-fields">
        {NUMBERS.map(({ field, label, help }) => (
          <Input
            key={field}
            {...{ label, help }}
            type="number"
            value={http[field] === undefined ? "" : String(http[field])}
            onValue={(text) => put(withField(http, field, parseNumber(text)))}
            problem={problemAt(`http.${field}`)}
          />
        ))}
      </div>
      <Checkbox
        label="Idempotent"
        help="The API guarantees it, or the idempotency header below does."
        checked={http.idempotent === true}
        disabled={disabled}
        onChecked={(on) => put(withField(http, "idempotent", on || undefined))}
      />
      <Input
        label="Idempotency header"
        className="mono"
        help="Receives the same key on every attempt of a call."
        value={http.idempotency_header ?? ""}
        onValue={(value) => put(withField(http, "idempotency_header", value))}
        problem={problemAt("http.idempotency_header")}
      />
    </>
  );
};
