import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Checkbox, Input, Select, TextArea } from "../../../components/field.tsx";
import { plain } from "../../../format/text.ts";
import { JsonField, withField } from "../canvas/config/config-fields.tsx";
import type { TabProps } from "../connector-view.tsx";
import { type ProblemAt, problemsWithin } from "../draft/field-problems.ts";
import type { Connector, CredentialSlot } from "../responses.ts";
import { withText } from "../tools/edit-tool.ts";

type TextField = "title" | "description" | "instructions" | "owner" | "base_url" | "sandbox";

/** Settings that apply to all tools: texts, address, credentials. */
export const AboutTab = ({ copy, editor, state }: TabProps) => {
  const { current } = copy;
  const disabled = copy.origin !== "draft";
  const problemAt = problemsWithin(state.problem, "");
  const text = (field: TextField) => ({
    value: current[field] ?? "",
    problem: problemAt(field),
    onValue: (value: string) =>
      editor.edit((connector) =>
        field === "title" || field === "description" || field === "base_url"
          ? { ...connector, [field]: value }
          : withText(connector, field, value),
      ),
  });
  const flag = (raw_results: boolean) =>
    editor.edit(({ raw_results: _, ...rest }) => (raw_results ? { ...rest, raw_results } : rest));
  const allow = (lines: string) =>
    editor.edit(({ allow: _, ...rest }) => {
      const hosts = lines.split("\n").map((line) => line.trim());
      return hosts.join("") === "" ? rest : { ...rest, allow: hosts };
    });

  return (
    <fieldset disabled={disabled} className="stack">
      <legend className="unseen">About the connector</legend>
      <Card title="Texts">
        <div className="stack">
          <Input label="Title" required {...text("title")} />
          <TextArea
            label="Description"
            required
            rows={2}
            className="prose"
            help="What the API does."
            {...text("description")}
          />
          <TextArea
            label="Instructions"
            rows={5}
            className="prose"
            help="Read by the model before its first call: how the tools work together, and what to ask the user first."
            {...text("instructions")}
          />
          <Input label="Owner" help="Person or team responsible." {...text("owner")} />
        </div>
      </Card>
      <Card title="Connection">
        <div className="stack">
          <Input
            label="Base URL"
            required
            className="mono"
            help="Prefix of all requests. Credentials are bound to this host; changing it requires entering them again."
            {...text("base_url")}
          />
          <TextArea
            label="Allowed hosts"
            rows={2}
            help="One per line. Empty: only the host of the base URL."
            value={(current.allow ?? []).join("\n")}
            onValue={allow}
            problem={problemAt("allow")}
          />
          <Input
            label="Sandbox"
            className="mono"
            help="Built-in sandbox that responds until the credentials are set, such as capcorn."
            {...text("sandbox")}
          />
          <Checkbox
            label="Allow callers to request the raw API response"
            help="Secrets are masked."
            checked={current.raw_results === true}
            disabled={disabled}
            onChecked={flag}
          />
        </div>
      </Card>
      <CredentialSlots
        connector={current}
        problemAt={problemAt}
        disabled={disabled}
        change={(next) => editor.edit(() => next)}
      />
      <Card title="Request signing">
        <JsonField
          label="Recipes"
          rows={6}
          help="A list, one object per recipe: what is signed, with which key, and where the signature goes. Tools name one in their Auth step."
          value={current.signing}
          onValue={(signing) => editor.edit((connector) => withField(connector, "signing", signing))}
          problem={problemAt("signing")}
        />
      </Card>
    </fieldset>
  );
};

interface SlotsProps {
  readonly connector: Connector;
  readonly problemAt: ProblemAt;
  readonly disabled: boolean;
  readonly change: (next: Connector) => void;
}

const KINDS = [
  { value: "secret", label: "secret" },
  { value: "basic", label: "user and password" },
  { value: "oauth2_client", label: "OAuth client credentials" },
  { value: "oauth2_refresh", label: "OAuth refresh token" },
];

/** Declares credentials; their values are entered on the Credentials tab and never returned. */
const CredentialSlots = ({ connector, problemAt, disabled, change }: SlotsProps) => {
  const slots = connector.credentials ?? [];
  const put = (next: readonly CredentialSlot[]) => {
    const { credentials: _, ...rest } = connector;
    change(next.length === 0 ? rest : { ...connector, credentials: next });
  };
  const set = (index: number, slot: CredentialSlot) => put(slots.map((each, at) => (at === index ? slot : each)));
  const added = { name: freeName(slots.map(({ name }) => name)) };
  return (
    <Card
      title="Credentials"
      actions={
        !disabled && (
          <Button small icon="plus" onClick={() => put([...slots, added])}>
            Add credential
          </Button>
        )
      }
    >
      {slots.length === 0 && (
        <p className="soft">None. Credentials declared here can be used in the Auth step of a tool.</p>
      )}
      <div className="slots">
        {slots.map((slot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their names are being edited
          <fieldset key={index} className="slot">
            <legend className="unseen">Credential {plain(slot.name)}</legend>
            <Input
              label="Name"
              required
              className="mono"
              value={slot.name}
              onValue={(name) => set(index, { ...slot, name })}
              problem={problemAt(`credentials[${index}].name`)}
            />
            <Select
              label="Kind"
              choices={KINDS}
              value={slot.kind ?? "secret"}
              onValue={(kind) => set(index, withText(slot, "kind", kind === "secret" ? "" : kind))}
            />
            <Input
              label="Where to get it"
              value={slot.description ?? ""}
              onValue={(value) => set(index, withText(slot, "description", value))}
              problem={problemAt(`credentials[${index}].description`)}
            />
            {connector.allow !== undefined && (
              <Input
                label="Hosts"
                className="mono"
                placeholder={hostOf(connector.base_url)}
                value={(slot.hosts ?? []).join(", ")}
                onValue={(text) => set(index, withHosts(slot, text))}
                problem={problemAt(`credentials[${index}].hosts`)}
              />
            )}
            {slot.kind?.startsWith("oauth2") && (
              <>
                <Input
                  label="Token URL"
                  value={slot.token_url ?? ""}
                  onValue={(value) => set(index, withText(slot, "token_url", value))}
                  problem={problemAt(`credentials[${index}].token_url`)}
                />
                <Input
                  label="Scope"
                  value={slot.scope ?? ""}
                  onValue={(value) => set(index, withText(slot, "scope", value))}
                />
              </>
            )}
            {!disabled && (
              <Button
                small
                variant="quiet"
                icon="trash"
                aria-label={`Remove credential ${plain(slot.name)}`}
                onClick={() => put(slots.filter((_, at) => at !== index))}
              />
            )}
          </fieldset>
        ))}
      </div>
    </Card>
  );
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

const withHosts = ({ hosts: _, ...slot }: CredentialSlot, text: string): CredentialSlot => {
  const hosts = text.split(",").map((host) => host.trim());
  return hosts.join("") === "" ? slot : { ...slot, hosts };
};

const freeName = (names: readonly string[]): string => {
  const numbers = Array.from({ length: names.length + 1 }, (_, at) => (at === 0 ? "api_key" : `api_key_${at + 1}`));
  return numbers.find((each) => !names.includes(each)) ?? "api_key";
};
