import { cpSync, lstatSync, mkdirSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { copyIn, filesOf, ROOT, readStages } from "./dockerfile.ts";

export interface Image {
  /** The working directory of its command. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** Executes a RUN. */
export type Run = (command: string, folder: string) => Promise<void>;

interface Building extends Image {
  /** The root folder of its stage. */
  readonly root: string;
}

interface Builder {
  readonly run: Run;
  stage(name: string): Promise<Building>;
}

/** A folder becomes the destination; a file is copied into one that ends in a slash. */
const copyTo = (source: string, destination: string): void => {
  const into = !statSync(source).isDirectory() && destination.endsWith("/");
  const target = into ? join(destination, basename(source)) : destination;
  mkdirSync(dirname(target), { recursive: true });
  if (lstatSync(source).isSymbolicLink()) symlinkSync(realpathSync(source), target);
  else cpSync(source, target, { recursive: true, verbatimSymlinks: true });
};

const copyFromRepository = (source: string, destination: string): void => {
  const files = filesOf(source);
  if (files.length === 0) throw new Error(`COPY ${source}: no such file, or Dockerfile.dockerignore excludes it`);
  for (const file of files) {
    const isBelow = file.startsWith(`${source}/`);
    copyTo(join(ROOT, file), isBelow ? join(destination, relative(source, file)) : destination);
  }
};

const words = (text: string): readonly string[] => JSON.parse(text) as string[];

type Change = Partial<Building> | undefined;
type Carry = (building: Building, text: string, builder: Builder) => Change | Promise<Change>;

/** Any other instruction fails the build, so that none is skipped silently. */
const INSTRUCTIONS: Readonly<Record<string, Carry>> = {
  WORKDIR({ root }, text) {
    const folder = join(root, text);
    mkdirSync(folder, { recursive: true });
    return { folder };
  },
  ENV: ({ env }, text) => ({ env: { ...env, ...Object.fromEntries(text.split(/ +/).map((pair) => pair.split("="))) } }),
  async COPY({ folder }, text, { stage }) {
    const { from, sources, destination } = copyIn(text);
    const target = `${folder}/${destination}`;
    for (const source of sources) {
      if (from === undefined) copyFromRepository(source, target);
      else copyTo(join((await stage(from)).root, source), target);
    }
    return undefined;
  },
  async RUN({ folder }, text, { run }) {
    await run(text, folder);
    return undefined;
  },
  ENTRYPOINT: (_, text) => ({ entrypoint: words(text) }),
  CMD: (_, text) => ({ command: words(text) }),
  HEALTHCHECK: (_, text) => ({ healthcheck: words(text.replace(/^.*? CMD /, "")) }),
  // These need Docker.
  USER: () => undefined,
  EXPOSE: () => undefined,
};

/** Does the work of `docker build --target` in `into`, with this machine's Node and npm in place of the base images. */
export const buildImage = (target: string, into: string, run: Run): Promise<Image> => {
  const built = new Map<string, Building>();
  const build = async (name: string): Promise<Building> => {
    const stage = readStages().find((candidate) => candidate.name === name);
    if (stage === undefined) throw new Error(`There is no stage ${name}`);
    const root = join(into, name);
    const building = { root, folder: root, env: {}, entrypoint: [], command: [], healthcheck: [] };
    for (const { name: instruction, text } of stage.instructions) {
      const carry = INSTRUCTIONS[instruction];
      if (carry === undefined) throw new Error(`${instruction} is not supported here`);
      Object.assign(building, await carry(building, text, builder));
    }
    built.set(name, building);
    return building;
  };
  const builder: Builder = { run, stage: async (name) => built.get(name) ?? (await build(name)) };
  return builder.stage(target);
};
