import { useState } from "react";
import { setupsFor } from "../format/client-setups.ts";
import { hrefTo } from "../router/router.ts";
import { CodeBlock } from "./code-block.tsx";
import { Input } from "./field.tsx";
import { Tabs } from "./tabs.tsx";
import "./client-setup.css";

interface ClientSetupProps {
  /** `gds`, `flights`, a connector's name. */
  readonly server: string;
  /** The server's URL: `base_url` of the overview plus its path. */
  readonly url: string;
  readonly auth: "none" | "keys";
  /** A known key is filled in instead of asked for. */
  readonly apiKey?: string;
}

const NO_KEY = "YOUR_KEY";

/** Setup instructions for each client to connect to one MCP server. */
export const ClientSetup = ({ server, url, auth, apiKey }: ClientSetupProps) => {
  const [chosen, setChosen] = useState("claude-code");
  const [key, setKey] = useState("");
  const setups = setupsFor({ server, url, key: auth === "keys" ? (apiKey ?? (key.trim() || NO_KEY)) : undefined });
  const setup = setups.find((each) => each.key === chosen) ?? setups[0];
  return (
    <div className="client-setup">
      {auth === "keys" && apiKey === undefined && (
        <Input
          label="API key"
          value={key}
          onValue={setKey}
          placeholder={NO_KEY}
          help={
            <>
              This server requires an API key. Paste one to fill it in below; it stays in this page.{" "}
              <a href={hrefTo("keys")}>Create key</a>
            </>
          }
        />
      )}
      <Tabs label="Client" tabs={setups} chosen={setup?.key ?? ""} onChoose={setChosen}>
        {setup && (
          <>
            <p className="client-setup-where">{setup.where}</p>
            <CodeBlock text={setup.text} what={`setup for ${setup.title}`} wrap />
          </>
        )}
      </Tabs>
    </div>
  );
};
