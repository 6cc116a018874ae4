import { type HttpContext, headerOf } from "./http-context.ts";

export interface CookieFlags {
  /** Sent back to this path and what is below it, and nowhere else. */
  readonly path: string;
  /** 0 removes it. */
  readonly maxAgeSeconds: number;
  /** Never sent where others could read it on the way. */
  readonly secure: boolean;
}

/** Of two with one name, the first, which is the one for the longer path; undefined if there is none. */
export const cookieOf = (context: HttpContext, name: string): string | undefined =>
  headerOf(context, "cookie")
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Scripts of a page cannot read it, and pages of other sites cannot have it sent. */
export const setCookie = (name: string, value: string, { path, maxAgeSeconds, secure }: CookieFlags): string[] => [
  "Set-Cookie",
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`,
];
