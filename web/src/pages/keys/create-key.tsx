import { type FormEvent, useId, useState } from "react";
import type { ServerSummary } from "../../../../src/console/contract.ts";
import type { Problem } from "../../api/client.ts";
import { api } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Combobox } from "../../components/combobox.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Checkbox, Input, Select } from "../../components/field.tsx";
import { ErrorState } from "../../components/states.tsx";
import { said } from "../../format/text.ts";
import type { HandedOut } from "./key.ts";
import {
  emptyWish,
  expiryChoices,
  type Maker,
  type Wish,
  type WishProblems,
  wishBody,
  wishProblems,
} from "./key-form.ts";

interface CreateKeyProps {
  /** For whom, unless somebody says otherwise. */
  readonly tenant: string;
  /** Those there are, for whoever may choose. */
  readonly tenants: readonly string[] | undefined;
  readonly servers: readonly ServerSummary[];
  readonly maker: Maker;
  readonly onClose: () => void;
  readonly onMade: (handed: HandedOut) => void;
}

const FIELDS = new Set(["name", "tenant", "servers", "tools", "per_minute", "per_day", "expires"]);

/** Beside the field that the server named, if that is one of the form's. */
const besideField = ({ field = "", message, hint, allowed }: Partial<Problem> = {}): WishProblems => {
  if (!FIELDS.has(field)) return {};
  const names = Array.isArray(allowed) ? allowed.map(String).join(", ") : allowed;
  return { [field]: said([message, names && `Allowed: ${names}.`, hint].filter(Boolean).join(" "), 600) };
};

/** `at most 60, as yours` */
const mostOf = (own: number | undefined): string => (own === undefined ? "no limit" : `at most ${own}, as yours`);

export const CreateKey = ({ tenant, tenants, servers, maker, onClose, onMade }: CreateKeyProps) => {
  const [opened] = useState(Date.now);
  const [wish, setWish] = useState<Wish>(() => emptyWish(tenant, maker, opened));
  const [tried, setTried] = useState(false);
  const making = useAction(async () => onMade(await api.post<HandedOut>("/keys", wishBody(wish))));
  const problems = { ...besideField(making.error), ...(tried && wishProblems(wish, Date.now())) };
  const set =
    <K extends keyof Wish>(field: K) =>
    (value: Wish[K]) =>
      setWish((before) => ({ ...before, [field]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(wishProblems(wish, Date.now())).length === 0) void making.run();
  };
  const untold = making.error && Object.keys(besideField(making.error)).length === 0 ? making.error : undefined;
  return (
    <Dialog
      title="New key"
      open
      firm
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="create-key" look="main" busy={making.busy}>
            Make the key
          </Button>
        </>
      }
    >
      <form id="create-key" className="stack" onSubmit={submit} noValidate>
        <Input
          label="Name"
          required
          maxLength={80}
          value={wish.name}
          onValue={set("name")}
          placeholder="travel bot"
          help="Who or what uses it."
          problem={problems["name"]}
        />
        {tenants && (
          <TenantField tenants={tenants} value={wish.tenant} onValue={set("tenant")} problem={problems["tenant"]} />
        )}
        <ServerChoice
          own={maker.servers}
          servers={servers}
          value={wish.servers}
          onValue={set("servers")}
          problem={problems["servers"]}
        />
        <Input
          label="Tools"
          value={wish.tools}
          onValue={set("tools")}
          placeholder="search*, retrieveBooking"
          help={`With commas between them; search* stands for all that begin so. Empty: ${maker.tools ? `as yours, ${said(maker.tools.join(", "), 120)}` : "all tools of its servers"}.`}
          problem={problems["tools"]}
        />
        <div className="key-pair">
          <Input
            label="Calls a minute"
            inputMode="numeric"
            value={wish.perMinute}
            onValue={set("perMinute")}
            placeholder={mostOf(maker.per_minute)}
            problem={problems["per_minute"]}
          />
          <Input
            label="Calls a day"
            inputMode="numeric"
            value={wish.perDay}
            onValue={set("perDay")}
            placeholder={mostOf(maker.per_day)}
            problem={problems["per_day"]}
          />
        </div>
        <div className="key-pair">
          <Select
            label="Expires"
            value={wish.expires}
            onValue={set("expires")}
            choices={expiryChoices(maker, opened)}
            problem={wish.expires === "date" ? undefined : problems["expires"]}
          />
          {wish.expires === "date" && (
            <Input label="Day" type="date" value={wish.date} onValue={set("date")} problem={problems["expires"]} />
          )}
        </div>
        <Checkbox
          label="May administer its tenant"
          help="Log in here, make keys, connect APIs, register tools. Give it to people, not to agents."
          checked={wish.admin}
          onChecked={set("admin")}
        />
        {untold && <ErrorState error={untold} inline />}
      </form>
    </Dialog>
  );
};

interface ServerChoiceProps {
  readonly servers: readonly ServerSummary[];
  /** What whoever makes the key may open themselves; undefined: all. */
  readonly own: readonly string[] | undefined;
  /** Undefined: all, also those that come later. */
  readonly value: readonly string[] | undefined;
  readonly onValue: (value: readonly string[] | undefined) => void;
  readonly problem: string | undefined;
}

export const ServerChoice = ({ servers, own, value, onValue, problem }: ServerChoiceProps) => {
  const id = useId();
  const toggled = (name: string, on: boolean): readonly string[] =>
    on ? [...(value ?? []), name] : (value ?? []).filter((each) => each !== name);
  return (
    <fieldset className="server-choice" aria-describedby={problem === undefined ? undefined : id}>
      <legend>Servers</legend>
      <Checkbox
        label={own ? `All that yours opens: ${said(own.join(", "), 120)}` : "All, also those that come later"}
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
                  <code>{said(name, 64)}</code> <span className="soft">{said(title, 80)}</span>
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

const MOST = 20;

export const TenantField = ({ tenants, value, onValue, problem }: TenantFieldProps) => {
  const fitting = tenants.filter((name) => name.toLowerCase().includes(value.trim().toLowerCase()));
  const isNew = value.trim() !== "" && !tenants.includes(value.trim());
  return (
    <Combobox
      label="Tenant"
      value={value}
      onValue={onValue}
      // Whoever comes to a filled field wants to see the others.
      suggestions={(isNew ? fitting : tenants).slice(0, MOST).map((name) => ({ value: name, label: name }))}
      help={
        isNew
          ? "A new tenant: it begins with this key."
          : "Bookings and sessions of one tenant do not exist for another."
      }
      problem={problem}
    />
  );
};
