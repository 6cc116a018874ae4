import { Card } from "../../../components/card.tsx";
import { Checkbox, Input } from "../../../components/field.tsx";
import { plain } from "../../../format/text.ts";
import { isPlaceholder } from "../responses.ts";

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

export interface Naming {
  readonly name: string;
  readonly baseUrl: string;
  /** Lets a model propose texts and tools. */
  readonly propose: boolean;
  /** The draft that already has this name. */
  readonly replace: boolean;
}

export const NO_NAMING: Naming = { name: "", baseUrl: "", propose: false, replace: false };

export const isNamed = ({ name, replace }: Naming, draftExists: boolean): boolean =>
  NAME.test(name) && (replace || !draftExists);

interface NameCardProps {
  readonly title: string;
  readonly naming: Naming;
  readonly onNaming: (naming: Naming) => void;
  readonly draftExists: boolean;
  /** The address in the document; undefined for an exported connector, which keeps its name and address. */
  readonly documented: string | undefined;
  readonly problemFor: (field: string) => string | undefined;
}

export const NameCard = ({ title, naming, onNaming, draftExists, documented, problemFor }: NameCardProps) => {
  const { name, baseUrl, propose, replace } = naming;
  const put = (change: Partial<Naming>) => onNaming({ ...naming, ...change });
  const isValid = NAME.test(name);
  const unnamed = documented !== undefined && isPlaceholder(documented);
  const nameHelp = documented === undefined ? "Exported connectors keep their name." : undefined;
  return (
    <Card title={title}>
      <div className="stack">
        <Input
          label="Name"
          required
          className="mono"
          value={name}
          disabled={documented === undefined}
          onValue={(next) => put({ name: next, replace: false })}
          help={nameHelp ?? `Tools are served at /mcp/${isValid ? name : "…"}`}
          problem={
            name === "" || isValid
              ? problemFor("name")
              : "Use lowercase letters, digits and hyphens, starting with a letter."
          }
        />
        {draftExists && (
          <Checkbox
            label={`Replace the existing draft of ${plain(name)}`}
            help="Another user may be working on it. Published versions are not affected."
            checked={replace}
            onChecked={(on) => put({ replace: on })}
          />
        )}
        {documented !== undefined && (
          <>
            <Input
              label="Base URL of the API"
              type="url"
              className="mono"
              placeholder={unnamed ? "https://api.example.com/v1" : plain(documented)}
              help={unnamed ? "The documentation does not name it." : "Default: the address in the documentation."}
              value={baseUrl}
              onValue={(next) => put({ baseUrl: next })}
              problem={problemFor("base_url")}
            />
            <Checkbox
              label="Let a model propose"
              help="Names and descriptions; and tools, if the documentation is prose. Proposals are checked against the documentation and marked until approved. Requires a model configured on the server."
              checked={propose}
              onChecked={(on) => put({ propose: on })}
              problem={problemFor("propose")}
            />
          </>
        )}
      </div>
    </Card>
  );
};
