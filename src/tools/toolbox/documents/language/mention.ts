import type { EntityType } from "./analysis.ts";

/** Where in the text an entity is named. */
export interface Mention {
  readonly text: string;
  readonly type: EntityType;
  readonly start: number;
  readonly end: number;
  /** More than one where equal mentions were counted together. */
  readonly count?: number;
}

/** A form that entities of a type have: every quantifier in it is bounded, so no text makes it slow. */
export interface MentionPattern {
  readonly type: EntityType;
  readonly pattern: RegExp;
  /** Which group is the entity; the whole match unless told. */
  readonly group?: number;
  /** Looks at the match and at what stands around it. */
  readonly accepts?: (entity: string, before: string, after: string) => boolean;
}

const surroundings = 60;

/** Places of a text that are spoken for: whoever comes first keeps them. */
export interface Claims {
  take(mention: Mention): boolean;
  isFree(start: number, end: number): boolean;
}

export const createClaims = (length: number): Claims => {
  const taken = new Uint8Array(length);
  const isFree = (start: number, end: number): boolean => !taken.subarray(start, end).includes(1);
  return {
    isFree,
    take: ({ start, end }) => {
      if (!isFree(start, end)) return false;
      taken.fill(1, start, end);
      return true;
    },
  };
};

export const findMentions = (text: string, patterns: readonly MentionPattern[], claims: Claims): Mention[] => {
  const mentions: Mention[] = [];
  for (const { type, pattern, group = 0, accepts } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const entity = match[group] ?? "";
      const start = match.index + (group === 0 ? 0 : match[0].indexOf(entity));
      const end = start + entity.length;
      const before = text.slice(Math.max(0, start - surroundings), start);
      if (accepts !== undefined && !accepts(entity, before, text.slice(end, end + surroundings))) continue;
      const mention = { text: entity.replace(/\s+/g, " "), type, start, end };
      if (claims.take(mention)) mentions.push(mention);
    }
  }
  return mentions;
};
