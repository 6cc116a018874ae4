import { isObject } from "../../../../components/schema-form/schema.ts";
import type { ConfigProps } from "../station-panel.tsx";
import { JsonField } from "./json-field.tsx";
import { withPart } from "./with-part.ts";

export const InputConfig = ({ tool, said, change }: ConfigProps) => (
  <>
    <JsonField
      label="Schema of the arguments"
      required
      rows={16}
      help="JSON Schema; models read it with every call. Its type is object."
      value={tool.input}
      onValue={(input) => isObject(input) && change({ ...tool, input: input as typeof tool.input })}
      problem={said("input")}
    />
    <JsonField
      label="Hidden arguments"
      rows={3}
      help="Values by name that are always sent, and that callers neither see nor set."
      value={tool.fixed}
      onValue={(fixed) => change(withPart(tool, "fixed", fixed))}
      problem={said("fixed")}
    />
    <JsonField
      label="Made arguments"
      rows={2}
      help='By name, where the caller gives none: "id" for one that nobody else has, "instant" for the time.'
      value={tool.made}
      onValue={(made) => change(withPart(tool, "made", made))}
      problem={said("made")}
    />
  </>
);
