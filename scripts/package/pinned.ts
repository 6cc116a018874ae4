import { repositoryFields } from "./repository.ts";

type Versions = Readonly<Record<string, string>>;

export interface Manifest {
  readonly dependencies: Versions;
  readonly optionalDependencies?: Versions;
  readonly [field: string]: unknown;
}

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  /** The version ranges; of the entry "", which is the project itself. */
  readonly dependencies?: Versions;
}

export interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** A second version of a package, nested below another one, has a longer path; a manifest cannot list it. */
const TOP_LEVEL = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;

const versionsIn = (lock: Lock, wanted: (locked: Locked) => boolean): Versions =>
  Object.fromEntries(
    Object.entries(lock.packages).flatMap(([path, locked]) => {
      const name = TOP_LEVEL.exec(path)?.[1];
      return name !== undefined && !locked.dev && wanted(locked) ? [[name, locked.version]] : [];
    }),
  );

/** Returns the manifest with the exact version of every package that it installs. */
export const pinned = (manifest: Manifest, lock: Lock): Manifest => ({
  ...manifest,
  ...repositoryFields(),
  dependencies: versionsIn(lock, ({ optional }) => !optional),
  optionalDependencies: versionsIn(lock, ({ optional }) => optional === true),
});

/** Returns the manifest with the version ranges of its direct dependencies, the inverse of `pinned`. */
export const unpinned = (
  { optionalDependencies: _, repository: __, bugs: ___, homepage: ____, ...manifest }: Manifest,
  lock: Lock,
): Manifest => ({
  ...manifest,
  dependencies: lock.packages[""]?.dependencies ?? {},
});
