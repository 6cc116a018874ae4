import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { type Environment, type Exit, environmentOf, MAIN } from "../fixtures/taxiway.ts";

export interface HttpNode {
  readonly port: number;
  /** How often the node carried out a tool, as an operator would learn it. */
  toolCalls(): Promise<number>;
  end(signal: NodeJS.Signals): Promise<Exit>;
}

/** The built product on a free loopback port, behind a proxy on the same machine. It is gone when the test is over. */
export const startHttpNode = async (env: Environment): Promise<HttpNode> => {
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: environmentOf({ HTTP_PORT: "0", TAXIWAY_TRUSTED_PROXIES: "loopback", ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  const exited = once(child, "close").then(([code, signal]): Exit => ({ code, signal }));
  const end = (signal: NodeJS.Signals): Promise<Exit> => {
    child.kill(signal);
    return exited;
  };
  onTestFinished(async () => void (await end("SIGKILL")));

  for await (const line of createInterface({ input: child.stdout })) {
    const port = /http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return {
      port: Number(port),
      async toolCalls() {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return [...text.matchAll(/^taxiway_tool_calls_total\{.*\} (\d+)$/gm)].reduce(
          (sum, [, count]) => sum + Number(count),
          0,
        );
      },
      end,
    };
  }
  throw new Error(`Taxiway ended before it listened: ${complaints}`);
};
