import { expect, it, onTestFinished, vi } from "vitest";
import { dataUrl } from "../../../fixtures/documents/analyzer-call.ts";
import { deflated, pdfOfStream } from "../../../fixtures/documents/pdf.ts";
import type { Answer } from "../../../fixtures/taxiway.ts";
import { startToolbox, type ToolboxTaxiway } from "../../../fixtures/toolbox-taxiway.ts";
import { fetchFrom } from "../../mcp/sessions/fetch-from.ts";

const HOG = "127.0.0.2";
const OTHER = "127.0.0.3";

/** Occupies its worker until the deadline of 30 seconds: 14 KB that unpack to five million operators. */
const ENDLESS_PDF = dataUrl("application/pdf", pdfOfStream(deflated(Buffer.from("q ".repeat(5_000_000))), 1));

const callFrom = async (
  { port }: ToolboxTaxiway,
  address: string,
  [tool_name, function_name, given]: readonly [tool: string, name: string, given: object],
): Promise<Answer> => {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetchFrom(address)(`http://127.0.0.1:${port}/rpc`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { tool_name, function_name, arguments: given },
    }),
    signal: leaving.signal,
  });
  return (await response.json()) as Answer;
};

/** Sends them all at once, and returns when the server has received them. `answers` collects the answers. */
const flood = async (taxiway: ToolboxTaxiway, calls: readonly Parameters<typeof callFrom>[2][]) => {
  const answers: Answer[] = [];
  for (const call of calls) {
    callFrom(taxiway, HOG, call).then(
      (answer) => answers.push(answer),
      () => undefined,
    );
  }
  await vi.waitFor(async () => {
    const underWay = (await taxiway.metric("taxiway_http_requests_in_flight")) ?? 0;
    expect(underWay + answers.length).toBeGreaterThanOrEqual(calls.length);
  });
  return answers;
};

it("a document is read at once while another address has sent six that never end", async () => {
  const taxiway = await startToolbox();
  const read = (document_url: string) => ["document_analyzer", "extract_text", { document_url }] as const;
  const answers = await flood(taxiway, Array(6).fill(read(ENDLESS_PDF)));
  const text = "Gate 12 closes at 18:40.";
  const answer = await callFrom(taxiway, OTHER, read(dataUrl("text/plain", text)));
  expect(answer).toMatchObject({ result: { status: "completed", data: { text } } });
  expect(answers).toEqual([]);
});

it("a picture is drawn while another address fills the queue, and only that address is rejected", async () => {
  const taxiway = await startToolbox();
  const draw = (seed: number, size: string) =>
    ["image_generator", "generate_image", { prompt: "a city at night", size, style: "artistic", seed }] as const;
  const answers = await flood(
    taxiway,
    Array.from({ length: 30 }, (_, seed) => draw(seed, "1024x1024")),
  );
  const answer = await callFrom(taxiway, OTHER, draw(1, "256x256"));
  expect(answer).toMatchObject({ result: { status: "completed", data: { width: 256 } } });
  const refused = answers.flatMap(({ error }) => (error === undefined ? [] : [error]));
  expect(refused[0]).toMatchObject({
    data: { details: "Too many pictures are waiting to be drawn.", retryable: true },
  });
});
