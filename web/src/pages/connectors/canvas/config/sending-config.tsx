import { Checkbox, Input } from "../../../../components/field.tsx";
import { isObject } from "../../../../format/json.ts";
import { hrefTo } from "../../../../router/router.ts";
import type { ConnectorTool } from "../../responses.ts";
import type { ConfigProps } from "../step-panel.tsx";
import { ChoiceCell, JsonField, parseNumber, Rows, TextCell, withField } from "./config-fields.tsx";

export const InputConfig = ({ tool, problemAt, change }: ConfigProps) => (
  <>
    <JsonField
      label="Schema of the arguments"
      required
      rows={16}
      help="JSON Schema; models read it with every call. Its type is object."
      value={tool.input}
      onValue={(input) => isObject(input) && change({ ...tool, input: input as typeof tool.input })}
      problem={problemAt("input")}
    />
    <JsonField
      label="Hidden arguments"
      rows={3}
      help="Values by name that are always sent, and that callers neither see nor set."
      value={tool.fixed}
      onValue={(fixed) => change(withField(tool, "fixed", fixed))}
      problem={problemAt("fixed")}
    />
    <JsonField
      label="Made arguments"
      rows={2}
      help='By name, where the caller gives none: "id" for one that nobody else has, "instant" for the time.'
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
  const about = hrefTo("connectors", [connector.name], { tab: "about" });
  if (names.length === 0 && (tool.auth ?? []).length === 0) {
    return (
      <p className="soft">
        The connector has no credentials. <a href={about}>Name one under About</a>, then say here where it goes.
      </p>
    );
  }
  return (
    <>
      <Rows<AuthStep>
        title="Secrets that are added"
        help="Last of all, after everything that a mapping could see. In the body the name is a path, such as @pin or auth.user."
        problem={problemAt("auth")}
        what="secret"
        heads={["Credential", "In", "Name there", "Part"]}
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
            label={`Place of ${name}`}
            value={row.in}
            choices={PLACES}
            onValue={(place) => set({ ...row, in: place as AuthStep["in"] })}
          />,
          <TextCell
            key="name"
            label={`Name there of ${name}`}
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
        ]}
      />
      <p className="soft small">
        Which credentials there are: <a href={about}>About</a>. Their values:{" "}
        <a href={hrefTo("connectors", [connector.name], { tab: "credentials" })}>Credentials</a>.
      </p>
    </>
  );
};

type Http = NonNullable<ConnectorTool["http"]>;
type NumberField = "timeout_ms" | "retries" | "max_bytes";

const NUMBERS: readonly { readonly field: NumberField; readonly label: string; readonly help: string }[] = [
  { field: "timeout_ms", label: "Time limit in milliseconds", help: "For the whole exchange, 100 to 120,000." },
  { field: "retries", label: "Retries", help: "At most 5, and only ever where repeating is safe." },
  { field: "max_bytes", label: "Largest answer in bytes", help: "At most 50,000,000." },
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
        label="Repeating it is harmless"
        help="The API says so, or a key makes it so."
        checked={http.idempotent === true}
        disabled={disabled}
        onChecked={(on) => put(withField(http, "idempotent", on || undefined))}
      />
      <Input
        label="Header of the idempotency key"
        className="mono"
        help="Carries a key that is the same for every attempt of one call."
        value={http.idempotency_header ?? ""}
        onValue={(value) => put(withField(http, "idempotency_header", value))}
        problem={problemAt("http.idempotency_header")}
      />
    </>
  );
};
