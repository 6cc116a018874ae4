import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../../../src/cli/config.ts";
import { serveTaxiway } from "../../../src/compose/http.ts";
import type { OwnToolSet } from "../../../src/mcp/tools/tool-set.ts";
import type { LogFacts } from "../../../src/model/log.ts";
import { object } from "../../../src/model/schema.ts";
import { answerProblem, messagesIn } from "./answer-checks.ts";
import { message, modernHeaders, posted, withEnvelope } from "./requests.ts";
import { openWire } from "./wire.ts";

const quiet = () => undefined;

it("an internal error shows the client only an id, under which the log has the details", async () => {
  const errors: (LogFacts | undefined)[] = [];
  const log = {
    ...{ debug: quiet, info: quiet, warn: quiet },
    error: (_: string, facts?: LogFacts) => void errors.push(facts),
  };
  const intent = readConfig({ TRANSPORT_MODE: "http", HTTP_PORT: "0", TAXIWAY_STORE: "memory" }, []);
  if (intent.to !== "serve") throw new Error(`readConfig wants to show its ${intent.to}`);
  const remote = await serveTaxiway(intent.config, { version: "0.0.0-test", log, adminToken: "only-for-this-test" });
  onTestFinished(() => remote.close());
  const { server } = await remote.server("gds");
  (server.tools as OwnToolSet).add({
    name: "breakDown",
    title: "Break down",
    description: "Has a defect.",
    effect: "read",
    input: object({}),
    run: () => {
      throw new TypeError("secret of /etc/passwd");
    },
  });

  const asked = { method: "tools/call", params: withEnvelope({ name: "breakDown", arguments: {} }) };
  const wire = await openWire(remote.port);
  wire.send(posted(modernHeaders(asked), message(1, asked)));
  const answer = await wire.answer();
  if (answer === undefined) throw new Error("the connection was closed");
  expect(answer.status).toBe(200);
  expect(answerProblem(answer)).toBeUndefined();
  expect(answer.body).not.toMatch(/secret|passwd|TypeError/);
  const [{ errorId, stack } = {}] = errors;
  expect(messagesIn(answer)).toMatchObject([
    { id: 1, result: { isError: true, _meta: { "taxiway/error": { code: -32603, data: { errorId } } } } },
  ]);
  expect(errors).toHaveLength(1);
  expect(stack).toContain("secret of /etc/passwd");

  wire.send(posted(modernHeaders(PING), message(2, PING)));
  expect((await wire.answer())?.status).toBe(200);
  wire.abort();
});

const PING = { method: "tools/list", params: withEnvelope({}) };
