/** The account that the repository belongs to. While it is empty, nothing links to the repository. */
const OWNER: string = "";
const NAME = "taxiway";

export interface RepositoryFields {
  readonly repository?: { readonly type: "git"; readonly url: string };
  readonly bugs?: { readonly url: string };
  readonly homepage?: string;
}

/** The fields of package.json that name the repository; none while its owner is undecided. */
export const repositoryFields = (owner = OWNER): RepositoryFields => {
  if (owner === "") return {};
  const page = `https://github.com/${owner}/${NAME}`;
  return {
    repository: { type: "git", url: `git+${page}.git` },
    bugs: { url: `${page}/issues` },
    homepage: `${page}#readme`,
  };
};

/** `<!-- repository security/advisories/new -->text<!-- end -->` in a page. */
const MARKED = /<!-- repository (\S*) -->(?:\[([^\]]*)\]\([^)]*\)|([^<]*))<!-- end -->/g;

/** Links the marked words of a page to the repository; without an owner they are plain words. */
export const linkRepository = (text: string, owner = OWNER): string =>
  text.replace(MARKED, (_, path: string, linked: string | undefined, plain = "") => {
    const words = linked ?? plain;
    const shown = owner === "" ? words : `[${words}](https://github.com/${owner}/${NAME}/${path})`;
    return `<!-- repository ${path} -->${shown}<!-- end -->`;
  });
