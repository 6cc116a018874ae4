import { Checkbox, Input } from "../../../../components/field.tsx";
import type { ConnectorTool } from "../../answers.ts";
import type { ConfigProps } from "../station-panel.tsx";
import { numberFrom, withPart } from "./with-part.ts";

type Http = NonNullable<ConnectorTool["http"]>;
type NumberField = "timeout_ms" | "retries" | "max_bytes";

const NUMBERS: readonly { readonly field: NumberField; readonly label: string; readonly help: string }[] = [
  { field: "timeout_ms", label: "Time limit in milliseconds", help: "For the whole exchange, 100 to 120,000." },
  { field: "retries", label: "Retries", help: "At most 5, and only ever where repeating is safe." },
  { field: "max_bytes", label: "Largest answer in bytes", help: "At most 50,000,000." },
];

export const HttpConfig = ({ tool, said, change, disabled }: ConfigProps) => {
  const http: Http = tool.http ?? {};
  const put = (next: Http) => change(withPart(tool, "http", next));
  return (
    <>
      <div className="tool-fields">
        {NUMBERS.map(({ field, label, help }) => (
          <Input
            key={field}
            {...{ label, help }}
            type="number"
            value={http[field] === undefined ? "" : String(http[field])}
            onValue={(text) => put(withPart(http, field, numberFrom(text)))}
            problem={said(`http.${field}`)}
          />
        ))}
      </div>
      <Checkbox
        label="Repeating it is harmless"
        help="The API says so, or a key makes it so."
        checked={http.idempotent === true}
        disabled={disabled}
        onChecked={(on) => put(withPart(http, "idempotent", on || undefined))}
      />
      <Input
        label="Header of the idempotency key"
        className="mono"
        help="Carries a key that is the same for every attempt of one call."
        value={http.idempotency_header ?? ""}
        onValue={(value) => put(withPart(http, "idempotency_header", value))}
        problem={said("http.idempotency_header")}
      />
    </>
  );
};
