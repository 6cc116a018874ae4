import type { Draft } from "../drafting/draft.ts";
import type { ModelAnswers } from "../drafting/proposals/propose-texts.ts";
import type { SaidOfApi } from "../drafting/samples/draft-from-xml-samples.ts";
import type { SampleFile } from "../drafting/samples/sample-files.ts";

/** What a worker makes of an untrusted document. Its answer is JSON: faster than a structured copy between processes. */
export type DocumentJob =
  | { readonly task: "draft openapi"; readonly text: string; readonly url?: string }
  | { readonly task: "draft samples"; readonly files: readonly SampleFile[]; readonly said: SaidOfApi }
  | { readonly task: "apply proposals"; readonly draft: Draft; readonly answers: ModelAnswers }
  | { readonly task: "read connector"; readonly text: string }
  | { readonly task: "check connector"; readonly json: string };
