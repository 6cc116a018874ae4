import { type FormEvent, useId, useState } from "react";
import type { ServerSummary } from "../../../../src/console/contract.ts";
import type { Problem } from "../../api/client.ts";
import { api } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Combobox } from "../../components/combobox.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Checkbox, Input, Select } from "../../components/field.tsx";
import { ErrorState } from "../../components/states.tsx";
import { brief } from "../../format/text.ts";
import type { CreatedKey } from "./key.ts";
import {
  expiryChoices,
  type FormProblems,
  formProblems,
  type KeyForm,
  type KeyLimits,
  newKeyForm,
  requestBody,
} from "./key-form.ts";

interface CreateKeyProps {
  /** Preselected tenant. */
  readonly tenant: string;
  /** Existing tenants, if the user may choose one. */
  readonly tenants: readonly string[] | undefined;
  readonly servers: readonly ServerSummary[];
  readonly ownLimits: KeyLimits;
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}

const FIELDS = new Set(["name", "tenant", "servers", "tools", "per_minute", "per_day", "expires"]);

/** Server error for one of the form's fields. */
const fieldProblems = ({ field = "", message, hint, allowed }: Partial<Problem> = {}): FormProblems => {
  if (!FIELDS.has(field)) return {};
  const names = Array.isArray(allowed) ? allowed.map(String).join(", ") : allowed;
  return { [field]: brief([message, names && `Allowed: ${names}.`, hint].filter(Boolean).join(" "), 600) };
};

/** Such as `at most 60, as yours`. */
const quotaPlaceholder = (own: number | undefined): string =>
  own === undefined ? "no limit" : `at most ${own}, like your key`;

export const CreateKey = ({ tenant, tenants, servers, ownLimits, onClose, onCreated }: CreateKeyProps) => {
  const [openedAt] = useState(Date.now);
  const [form, setWish] = useState<KeyForm>(() => newKeyForm(tenant, ownLimits, openedAt));
  const [submitted, setSubmitted] = useState(false);
  const creation = useAction(async () => onCreated(await api.post<CreatedKey>("/keys", requestBody(form))));
  const problems = { ...fieldProblems(creation.error), ...(submitted && formProblems(form, Date.now())) };
  const set =
    <K extends keyof KeyForm>(field: K) =>
    (value: KeyForm[K]) =>
      setWish((before) => ({ ...before, [field]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(formProblems(form, Date.now())).length === 0) void creation.run();
  };
  const formError =
    creation.error && Object.keys(fieldProblems(creation.error)).length === 0 ? creation.error : undefined;
  return (
    <Dialog
      title="Create key"
      open
      persistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="create-key" variant="primary" busy={creation.busy}>
            Create key
          </Button>
        </>
      }
    >
      <form id="create-key" className="stack" onSubmit={submit} noValidate>
        <Input
          label="Name"
          required
          maxLength={80}
          value={form.name}
          onValue={set("name")}
          placeholder="travel bot"
          help="The person or program that uses it."
          problem={problems["name"]}
        />
        {tenants && (
          <TenantField tenants={tenants} value={form.tenant} onValue={set("tenant")} problem={problems["tenant"]} />
        )}
        <ServerChoice
          own={ownLimits.servers}
          servers={servers}
          value={form.servers}
          onValue={set("servers")}
          problem={problems["servers"]}
        />
        <Input
          label="Tools"
          value={form.tools}
          onValue={set("tools")}
          placeholder="search*, retrieveBooking"
          help={`Comma-separated; search* matches all names with this prefix. Empty: ${ownLimits.tools ? `like your key, ${brief(ownLimits.tools.join(", "), 120)}` : "all tools of the selected servers"}.`}
          problem={problems["tools"]}
        />
        <div className="key-pair">
          <Input
            label="Calls per minute"
            inputMode="numeric"
            value={form.perMinute}
            onValue={set("perMinute")}
            placeholder={quotaPlaceholder(ownLimits.per_minute)}
            problem={problems["per_minute"]}
          />
          <Input
            label="Calls per day"
            inputMode="numeric"
            value={form.perDay}
            onValue={set("perDay")}
            placeholder={quotaPlaceholder(ownLimits.per_day)}
            problem={problems["per_day"]}
          />
        </div>
        <div className="key-pair">
          <Select
            label="Expires"
            value={form.expires}
            onValue={set("expires")}
            choices={expiryChoices(ownLimits, openedAt)}
            problem={form.expires === "date" ? undefined : problems["expires"]}
          />
          {form.expires === "date" && (
            <Input label="Date" type="date" value={form.date} onValue={set("date")} problem={problems["expires"]} />
          )}
        </div>
        <Checkbox
          label="Administrator of its tenant"
          help="Can log in to this console, create keys, add connectors and register tools. For people, not agents."
          checked={form.admin}
          onChecked={set("admin")}
        />
        {formError && <ErrorState error={formError} inline />}
      </form>
    </Dialog>
  );
};

interface ServerChoiceProps {
  readonly servers: readonly ServerSummary[];
  /** Servers that the user's own key covers; undefined means all. */
  readonly own: readonly string[] | undefined;
  /** Undefined means all, including servers added later. */
  readonly value: readonly string[] | undefined;
  readonly onValue: (value: readonly string[] | undefined) => void;
  readonly problem: string | undefined;
}

const ServerChoice = ({ servers, own, value, onValue, problem }: ServerChoiceProps) => {
  const id = useId();
  const toggled = (name: string, on: boolean): readonly string[] =>
    on ? [...(value ?? []), name] : (value ?? []).filter((each) => each !== name);
  return (
    <fieldset className="server-choice" aria-describedby={problem === undefined ? undefined : id}>
      <legend>Servers</legend>
      <Checkbox
        label={own ? `All servers of your key: ${brief(own.join(", "), 120)}` : "All, including servers added later"}
        checked={value === undefined}
        onChecked={(all) => onValue(all ? undefined : [])}
      />
      {value !== undefined && (
        <div className="server-list">
          {servers.map(({ name, title }) => (
            <Checkbox
              key={name}
              label={
                <>
                  <code>{brief(name, 64)}</code> <span className="soft">{brief(title, 80)}</span>
                </>
              }
              checked={value.includes(name)}
              onChecked={(on) => onValue(toggled(name, on))}
            />
          ))}
        </div>
      )}
      {problem !== undefined && (
        <p className="field-problem" id={id}>
          {problem}
        </p>
      )}
    </fieldset>
  );
};

interface TenantFieldProps {
  readonly tenants: readonly string[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly problem: string | undefined;
}

const MAX = 20;

const TenantField = ({ tenants, value, onValue, problem }: TenantFieldProps) => {
  const fitting = tenants.filter((name) => name.toLowerCase().includes(value.trim().toLowerCase()));
  const isNew = value.trim() !== "" && !tenants.includes(value.trim());
  return (
    <Combobox
      label="Tenant"
      value={value}
      onValue={onValue}
      // A filled field suggests all tenants, so that another one can be chosen.
      suggestions={(isNew ? fitting : tenants).slice(0, MAX).map((name) => ({ value: name, label: name }))}
      help={isNew ? "New tenant, created with this key." : "Tenants cannot see each other's bookings and sessions."}
      problem={problem}
    />
  );
};
