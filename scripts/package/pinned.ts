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
  /** Of the entry "", the project itself: its ranges. */
  readonly dependencies?: Versions;
}

export interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** A package that another one has for itself, in a second version, is at a longer path; a manifest cannot name it. */
const NAMEABLE = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;

const versionsIn = (lock: Lock, wanted: (locked: Locked) => boolean): Versions =>
  Object.fromEntries(
    Object.entries(lock.packages).flatMap(([path, locked]) => {
      const name = NAMEABLE.exec(path)?.[1];
      return name !== undefined && !locked.dev && wanted(locked) ? [[name, locked.version]] : [];
    }),
  );

export const pinned = (manifest: Manifest, lock: Lock): Manifest => ({
  ...manifest,
  ...repositoryFields(),
  dependencies: versionsIn(lock, ({ optional }) => !optional),
  optionalDependencies: versionsIn(lock, ({ optional }) => optional === true),
});

export const unpinned = (
  { optionalDependencies: _, repository: __, bugs: ___, homepage: ____, ...manifest }: Manifest,
  lock: Lock,
): Manifest => ({
  ...manifest,
  dependencies: lock.packages[""]?.dependencies ?? {},
});
