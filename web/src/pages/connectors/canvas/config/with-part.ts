const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === "") return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
};

/** With another part, or without it where nothing is left of it. */
export const withPart = <T extends object>(holder: T, field: keyof T & string, value: unknown): T => {
  const { [field]: _, ...rest } = holder as Record<string, unknown>;
  return (isEmpty(value) ? rest : { ...holder, [field]: value }) as T;
};

/** Numbers as they are typed; what is none stays as it is, and the server says so. */
export const numberFrom = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text));
