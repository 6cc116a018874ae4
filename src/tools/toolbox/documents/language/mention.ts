import type { EntityType } from "./analysis.ts";

/** Where in the text an entity is named. */
export interface Mention {
  readonly text: string;
  readonly type: EntityType;
  readonly start: number;
  readonly count: number;
}

/** A form that entities of a type have: every quantifier in it is bounded, so that no text makes it slow. */
export interface MentionPattern {
  readonly type: EntityType;
  readonly pattern: RegExp;
  /** The group that is the entity; the whole match by default. */
  readonly group?: number;
  /** Checks the match and the text around it. */
  readonly accepts?: (entity: string, before: string, after: string) => boolean;
}

/** Marks a part of the text as found; false if another entity has it. */
export type Claim = (start: number, end: number) => boolean;

const SURROUNDINGS = 60;

export const findMentions = (text: string, patterns: readonly MentionPattern[], claim: Claim): Mention[] => {
  const mentions: Mention[] = [];
  for (const { type, pattern, group = 0, accepts } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const entity = match[group] ?? "";
      const start = match.index + (group === 0 ? 0 : match[0].indexOf(entity));
      const end = start + entity.length;
      const before = text.slice(Math.max(0, start - SURROUNDINGS), start);
      if (accepts !== undefined && !accepts(entity, before, text.slice(end, end + SURROUNDINGS))) continue;
      if (claim(start, end)) mentions.push({ text: entity.replace(/\s+/g, " "), type, start, count: 1 });
    }
  }
  return mentions;
};
