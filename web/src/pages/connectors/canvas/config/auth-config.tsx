import { hrefTo } from "../../../../app/route.ts";
import type { ConnectorTool } from "../../answers.ts";
import type { ConfigProps } from "../station-panel.tsx";
import { ChoiceCell, Rows, TextCell } from "./rows.tsx";
import { withPart } from "./with-part.ts";

type AuthStep = NonNullable<ConnectorTool["auth"]>[number];

const PLACES = ["header", "query", "cookie", "bearer", "basic", "body"];
const PARTS = ["", "user", "password"];

export const AuthConfig = ({ tool, connector, said, change, disabled }: ConfigProps) => {
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
        problem={said("auth")}
        what="secret"
        heads={["Credential", "In", "Name there", "Part"]}
        rows={tool.auth ?? []}
        fresh={{ credential: names[0] ?? "", in: "header", name: "X-Api-Key" }}
        disabled={disabled}
        onRows={(rows) => change(withPart(tool, "auth", rows))}
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
            onValue={(value) => set(withPart(row, "name", value))}
          />,
          <ChoiceCell
            key="part"
            label={`Part of ${name}`}
            value={row.part ?? ""}
            choices={PARTS}
            onValue={(value) => set(withPart(row, "part", value))}
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
