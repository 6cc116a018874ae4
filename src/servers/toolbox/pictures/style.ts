export const STYLES = ["realistic", "artistic", "cartoon", "abstract"] as const;
export type Style = (typeof STYLES)[number];
