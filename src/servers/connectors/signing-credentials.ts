import type { Connector, ConnectorTool, SignedPart, SigningRecipe } from "./connector.ts";

export type SigningCredential = Extract<SignedPart, { readonly credential: string }>;

/** The recipe that a tool's requests are signed with. */
export const recipeOf = (
  { signing = [] }: Pick<Connector, "signing">,
  { sign }: Pick<ConnectorTool, "sign">,
): SigningRecipe | undefined => (sign === undefined ? undefined : signing.find(({ name }) => name === sign));

/** The credentials that a recipe uses: its key, and those it signs or sends. */
export const signingCredentials = ({ key, text, value = [] }: SigningRecipe): readonly SigningCredential[] => [
  ...(key === undefined ? [] : [key]),
  ...[...text, ...value].filter((part) => "credential" in part),
];
