/** A version as npm and git tags have it, without build metadata. */
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

const HEADING = /^## (\S+)(?: \(([^)]*)\))?$/m;

/** Returns the changelog with today as the date of the version on top, which must not be released yet. */
export const releasedChangelog = (changelog: string, version: string, today: string): string => {
  if (!VERSION.test(version)) throw new Error(`'${version}' is not a version such as 0.2.0.`);
  const [, top, state] = HEADING.exec(changelog) ?? [];
  if (top !== version || state !== "unreleased") {
    throw new Error(
      `CHANGELOG.md must begin with "## ${version} (unreleased)", and begins with "## ${top} (${state})".`,
    );
  }
  return changelog.replace(HEADING, `## ${version} (${today})`);
};

/** Why a tag may not be published; undefined if it may. */
export const publishProblem = (
  tag: string,
  { version, changelog }: { readonly version: string; readonly changelog: string },
): string | undefined => {
  if (tag !== `v${version}`) return `The tag is ${tag}, and package.json has version ${version}.`;
  const [, top, state] = HEADING.exec(changelog) ?? [];
  if (top !== version) return `CHANGELOG.md begins with ${top}, and package.json has version ${version}.`;
  return state === "unreleased" ? `CHANGELOG.md says that ${version} is unreleased.` : undefined;
};
