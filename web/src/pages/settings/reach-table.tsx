import type { SettingsShown } from "../../../../src/console/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { plain } from "../../format/text.ts";

/** Which web pages may call which paths. */
export const ReachTable = ({ reach }: Pick<SettingsShown, "reach">) => (
  <ul className="settings">
    {reach.map(({ what, paths, origins, about }) => (
      <li key={what}>
        <div className="setting-name">
          <span className="clamped">{plain(what)}</span>
        </div>
        <div className="setting-value">
          <code className="clamped">{plain(paths.join(" "))}</code>
        </div>
        <span className="setting-from" title={about}>
          <Badge>{plain(origins)}</Badge>
        </span>
        <p className="setting-about">{plain(about)}</p>
      </li>
    ))}
  </ul>
);
