import { createServer } from "node:http";
import { announce } from "./announce.mjs";
import { recordedAnswer } from "./recorded-answer.mjs";

/** The least a server on node:http can do: read the body, parse it, write bytes that were ready beforehand. */
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
