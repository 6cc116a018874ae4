import { createServer } from "node:http";
import { announce } from "./announce.mjs";
import { recordedAnswer } from "./recorded-answer.mjs";

/** The minimum for a server on node:http: reads and parses the body, and writes prepared bytes. */
const answer = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1_000_000, result: recordedAnswer() }));
const headers = { "Content-Type": "application/json", "Content-Length": answer.length };

announce(
  createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks));
      response.writeHead(200, headers).end(answer);
    });
  }),
);
