/** The part of Playwright that the console tests use; its own types exist only with the referees. */

type Text = string | RegExp;

interface Named {
  readonly name?: Text;
  readonly exact?: boolean;
  readonly level?: number;
  readonly pressed?: boolean;
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly expanded?: boolean;
}

interface Exactly {
  readonly exact?: boolean;
}

/** The page or a part of it. */
interface Place {
  getByRole(role: string, options?: Named): Locator;
  getByLabel(text: Text, options?: Exactly): Locator;
  getByText(text: Text, options?: Exactly): Locator;
  getByPlaceholder(text: Text, options?: Exactly): Locator;
  getByTitle(text: Text, options?: Exactly): Locator;
  locator(selector: string, options?: { readonly hasText?: Text; readonly has?: Locator }): Locator;
}

/** Waits for its target, and fails with a description of the page. */
export interface Locator extends Place {
  first(): Locator;
  last(): Locator;
  nth(index: number): Locator;
  filter(options: { readonly hasText?: Text; readonly has?: Locator; readonly hasNotText?: Text }): Locator;
  click(options?: object): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  pressSequentially(text: string): Promise<void>;
  check(): Promise<void>;
  uncheck(): Promise<void>;
  hover(): Promise<void>;
  focus(): Promise<void>;
  selectOption(value: string | { readonly label: string }): Promise<unknown>;
  setInputFiles(files: unknown): Promise<void>;
  scrollIntoViewIfNeeded(): Promise<void>;
  waitFor(options?: { readonly state?: "attached" | "detached" | "visible" | "hidden" }): Promise<void>;
  count(): Promise<number>;
  isVisible(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  innerText(): Promise<string>;
  allInnerTexts(): Promise<string[]>;
  textContent(): Promise<string | null>;
  inputValue(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  boundingBox(): Promise<{
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null>;
  evaluate<Argument, Result>(
    work: (element: never, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
}

export interface Page extends Place {
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  url(): string;
  title(): Promise<string>;
  frames(): readonly { url(): string }[];
  waitForURL(url: Text | ((url: URL) => boolean)): Promise<void>;
  waitForFunction(work: string): Promise<unknown>;
  evaluate<Argument, Result>(
    work: string | ((argument: Argument) => Result | Promise<Result>),
    argument?: Argument,
  ): Promise<Result>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(options: { readonly colorScheme?: "light" | "dark"; readonly reducedMotion?: "reduce" }): Promise<void>;
  screenshot(options?: { readonly path?: string; readonly fullPage?: boolean }): Promise<Buffer>;
  addInitScript(script: string): Promise<void>;
  addScriptTag(options: { readonly path: string }): Promise<unknown>;
  on(event: "pageerror", listener: (error: Error) => void): void;
  on(event: "console", listener: (message: { type(): string; text(): string }) => void): void;
  on(event: "request", listener: (request: { url(): string; method(): string }) => void): void;
  on(event: "response", listener: (response: { url(): string; status(): number }) => void): void;
  on(event: "dialog", listener: (dialog: { message(): string; dismiss(): Promise<void> }) => void): void;
  close(): Promise<void>;
}

export interface Context {
  newPage(): Promise<Page>;
  setDefaultTimeout(milliseconds: number): void;
  clearCookies(): Promise<void>;
  addCookies(cookies: readonly Readonly<Record<"name" | "value" | "domain" | "path", string>>[]): Promise<void>;
  grantPermissions(permissions: readonly string[]): Promise<void>;
  cookies(): Promise<readonly { readonly name: string; readonly value: string }[]>;
  close(): Promise<void>;
}

export interface Chromium {
  newContext(options?: {
    readonly viewport?: { readonly width: number; readonly height: number };
    readonly colorScheme?: "light" | "dark";
    readonly locale?: string;
    readonly timezoneId?: string;
    readonly reducedMotion?: "reduce";
  }): Promise<Context>;
  close(): Promise<void>;
}
