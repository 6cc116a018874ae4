import { useState } from "react";
import { hrefTo } from "../../../app/route.ts";
import { CodeBlock } from "../../../components/code-block.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import type { Arguments } from "../call/tool.ts";
import { asCurl } from "./as-curl.ts";
import { asTypeScript } from "./as-typescript.ts";

const FORMS = [
  { key: "curl", title: "curl", what: "the command", write: asCurl },
  { key: "typescript", title: "TypeScript", what: "the program", write: asTypeScript },
] as const;

interface AsCodeProps {
  readonly url: string;
  readonly tool: string;
  readonly given: Arguments;
  readonly auth: "none" | "keys";
}

/** What stands in the form, as a call that somebody can make elsewhere. */
export const AsCode = ({ url, tool, given, auth }: AsCodeProps) => {
  const [chosen, setChosen] = useState<(typeof FORMS)[number]["key"]>("curl");
  const form = FORMS.find(({ key }) => key === chosen) ?? FORMS[0];
  const key = auth === "keys" ? "YOUR_KEY" : undefined;
  return (
    <Tabs label="Written in" tabs={FORMS} chosen={chosen} onChoose={setChosen}>
      <div className="stack">
        {key !== undefined && (
          <p className="small soft">
            This server asks for a key: put yours in place of YOUR_KEY. <a href={hrefTo("keys")}>Make a key</a>
          </p>
        )}
        <CodeBlock text={form.write({ url, tool, arguments: given, key })} what={form.what} wrap />
      </div>
    </Tabs>
  );
};
