import type { ConfigProps } from "../station-panel.tsx";
import { JsonField } from "./json-field.tsx";
import { withPart } from "./with-part.ts";

export const OutputConfig = ({ tool, said, change }: ConfigProps) => (
  <JsonField
    label="Schema of the result"
    rows={18}
    help="JSON Schema; its type is object. Left out: the result is not checked, and clients do not know its form."
    value={tool.output}
    onValue={(output) => change(withPart(tool, "output", output))}
    problem={said("output")}
  />
);
