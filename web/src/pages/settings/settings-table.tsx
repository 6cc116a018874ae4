import { Badge, type Tone } from "../../components/badge.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { plain } from "../../format/text.ts";
import type { ShownSetting } from "./filter-settings.ts";

const SOURCES: Readonly<Record<ShownSetting["from"], { readonly tone: Tone; readonly about: string }>> = {
  flag: { tone: "accent", about: "Given on the command line." },
  environment: { tone: "accent", about: "From the environment." },
  derived: { tone: "neutral", about: "Worked out from other settings, or made at the first start." },
  default: { tone: "neutral", about: "Nobody set it." },
};

/** One row each; on phones one below the other. */
export const SettingsTable = ({ settings }: { readonly settings: readonly ShownSetting[] }) => (
  <ul className="settings">
    {settings.map((setting) => (
      <li key={setting.name}>
        <div className="setting-name">
          <code className="clamped">{setting.name}</code>
          <CopyButton text={setting.name} what={setting.name} />
        </div>
        <div className="setting-value">
          <Value {...setting} />
        </div>
        <span className="setting-from" title={SOURCES[setting.from].about}>
          <Badge tone={SOURCES[setting.from].tone}>{setting.from}</Badge>
        </span>
        <p className="setting-about">
          {setting.about}
          {setting.allowed !== undefined && <> Allowed: {setting.allowed}.</>}
        </p>
      </li>
    ))}
  </ul>
);

const Value = ({ value, secret }: ShownSetting) => {
  if (value === null) return <span className="faint">not set</span>;
  if (secret) return <span className="soft">set, and kept secret</span>;
  return (
    <code className="clamped" title={value}>
      {plain(value)}
    </code>
  );
};
