/** Loads a file of the build, which runs as it does for users; tsx adds to the cost of every closure of a source file. */
export const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../dist/${path}`, import.meta.url).href) as Promise<Module>;
