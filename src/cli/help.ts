import { GROUPS, SETTINGS, type Setting } from "./settings.ts";

export const helpText = (
  version: string,
): string => `taxiway ${version}: a rehearsal world for AI travel agents, over MCP

Usage: taxiway [options]          serves MCP on stdin and stdout, to one client
       taxiway serve [options]    serves MCP over HTTP, to many
       taxiway keys --help        API keys for those that come over HTTP
       taxiway connector --help   tools made of an API's documentation
       taxiway store --help       check, back up and restore what is stored

  -h, --help       this text
  -v, --version    the version

Settings are environment variables; some have a flag, which wins.
${GROUPS.map(groupText).join("")}`;

const groupText = (group: string): string =>
  `\n${group}\n${SETTINGS.filter((setting) => setting.group === group)
    .map(settingText)
    .join("")}`;

const settingText = ({ name, flag, about, allowed, default: standard }: Setting): string =>
  `  ${name}${flag === undefined ? "" : `, --${flag}`}\n      ${about}` +
  `${allowed === undefined ? "" : ` [${allowed}]`}${standard === undefined ? "" : ` (default ${standard})`}\n`;
