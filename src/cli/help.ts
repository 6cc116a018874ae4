import { GROUPS, SETTINGS, type Setting } from "./settings.ts";

export const helpText = (
  version: string,
): string => `taxiway ${version}: a rehearsal world for AI travel agents, over MCP

Usage: taxiway [command] [options]

  taxiway              serve one MCP client on stdin and stdout
                       taxiway --seed demo
  taxiway serve        serve many clients over HTTP
                       taxiway serve --port 8080
  taxiway keys         manage API keys for clients over HTTP
                       taxiway keys create --name "my agent"
  taxiway connector    create MCP tools from the documentation of an API
                       taxiway connector draft petstore.yaml
  taxiway rehearse     give an agent scripted tasks, and judge what it did
                       taxiway rehearse core --agent gold
  taxiway store        check, back up and restore the store
                       taxiway store backup backup.mdb
  taxiway help         show this text; same as -h and --help

  -v, --version        show the version

keys, connector, rehearse and store show their own help with --help.
Settings are environment variables. Some have a flag, which overrides the variable.
${GROUPS.map(groupText).join("")}`;

const groupText = (group: string): string =>
  `\n${group}\n${SETTINGS.filter((setting) => setting.group === group)
    .map(settingText)
    .join("")}`;

const settingText = ({ name, flag, about, allowed, default: fallback }: Setting): string =>
  `  ${name}${flag === undefined ? "" : `, --${flag}`}\n      ${about}` +
  `${allowed === undefined ? "" : ` [${allowed}]`}${fallback === undefined ? "" : ` (default ${fallback})`}\n`;
