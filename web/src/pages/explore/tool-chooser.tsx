import type { ServerSummary } from "../../../../src/console/contract.ts";
import { goTo } from "../../app/use-route.ts";
import { Select } from "../../components/field.tsx";
import { plain, shortened } from "../../format/text.ts";
import type { Tool } from "./call/tool.ts";

interface ToolChooserProps {
  readonly servers: readonly ServerSummary[];
  readonly server: ServerSummary;
  /** Undefined: they are not known yet. */
  readonly tools: readonly Tool[] | undefined;
  readonly tool: Tool | undefined;
}

const MOST = 80;

export const ToolChooser = ({ servers, server, tools, tool }: ToolChooserProps) => (
  <div className="chooser">
    <Select
      label="Server"
      value={server.name}
      onValue={(name) => goTo("explore", [name])}
      choices={servers.map(({ name, title }) => ({ value: name, label: labelOf(name, title) }))}
    />
    <Select
      label="Tool"
      value={tool?.name ?? ""}
      disabled={tools === undefined || tools.length === 0}
      onValue={(name) => goTo("explore", [server.name, name])}
      choices={(tools ?? []).map(({ name, title }) => ({ value: name, label: labelOf(name, title) }))}
    />
  </div>
);

const labelOf = (name: string, title: string | undefined): string =>
  shortened(title === undefined || title === name ? plain(name) : `${plain(title)} (${plain(name)})`, MOST);
