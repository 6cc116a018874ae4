import { useState } from "react";
import type { Overview } from "../../../../src/console/contract.ts";
import { Card } from "../../components/card.tsx";
import { ClientSetup } from "../../components/client-setup.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Select } from "../../components/field.tsx";

export const ConnectCard = ({ overview }: { readonly overview: Overview }) => {
  const { servers, base_url, auth } = overview;
  const [name, setName] = useState("");
  const server = servers.find((each) => each.name === name) ?? servers[0];
  if (!server) {
    return (
      <Card title="Connect a client">
        <EmptyState title="No server is served">Your key opens none. Ask whoever runs this server.</EmptyState>
      </Card>
    );
  }
  const url = `${base_url}${server.path}`;
  return (
    <Card title="Connect a client">
      <div className="stack">
        <Select
          label="Server"
          value={server.name}
          onValue={setName}
          choices={servers.map((each) => ({ value: each.name, label: `${each.title} (${each.name})` }))}
        />
        <p className="connect-address">
          <code className="wraps">{url}</code>
          <CopyButton text={url} what="the address" />
        </p>
        <ClientSetup server={server.name} url={url} auth={auth} />
      </div>
    </Card>
  );
};
