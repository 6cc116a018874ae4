import { describe, expect, it } from "vitest";
import { draftFromSource } from "./draft-from-source.ts";
import { withoutSampleSecrets } from "./sample-secrets.ts";

const CURL = `curl 'https://api.trips.example/v1/search?api_key=S3CRET-1&token=S3CRET-2&q=rome' -H 'Cookie: sid=S3CRET-3; b=2' -H 'X-Csrf-Token: S3CRET-4' -H 'Authorization: Bearer S3CRET-55'
curl -u 'ada:S3CRET-6' https://api.trips.example/v1/orders -b 'sid=S3CRET-7' -H 'Content-Type: application/json' -d '{"order":"A","client_secret":"S3CRET-8"}'`;

const PAGE = `# Trips
Base URL: \`https://api.trips.example/v1\`
## Search trips
\`\`\`
GET /trips?q=rome HTTP/1.1
Host: api.trips.example
Authorization: Basic S3CRET-1
Cookie: sid=S3CRET-2
X-Api-Key: S3CRET-3
\`\`\`
`;

const COLLECTION = JSON.stringify({
  info: { name: "Trips", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  auth: { type: "bearer", bearer: [{ key: "token", value: "S3CRET-1" }] },
  item: [
    {
      name: "Search trips",
      request: {
        method: "POST",
        header: [{ key: "X-Api-Key", value: "S3CRET-2" }],
        url: { raw: "https://api.trips.example/v1/trips?token=S3CRET-3", query: [{ key: "token", value: "S3CRET-3" }] },
        body: { mode: "urlencoded", urlencoded: [{ key: "password", value: "S3CRET-4" }] },
      },
    },
  ],
});

describe("secrets in samples", () => {
  it.each([
    ["curl commands", { document: CURL }],
    ["a page", { document: PAGE }],
    ["a Postman collection", { document: COLLECTION }],
    [
      "sample files",
      {
        files: {
          "login.request.xml": "<login><user>ada</user><password>S3CRET-1</password></login>",
          "login.response.xml": "<session><token>S3CRET-2</token></session>",
        },
      },
    ],
  ])("are nowhere in a draft of %s", async (_what, source) => {
    const draft = await draftFromSource(source, { base_url: "https://api.trips.example/v1" });
    expect(draft.connector.tools.length).toBeGreaterThan(0);
    expect(JSON.stringify(draft)).not.toContain("S3CRET");
  });

  it.each([
    "curl -u $USER:$PASSWORD https://api.example/",
    'curl -u "{key}:" -H "X-Api-Key: $KEY"',
    "-H 'Authorization: Bearer YOUR_TOKEN'",
    "curl -b cookies.txt https://api.example/",
    "Cookie: the cookie of the login",
  ])("may be placeholders, which are shown: %s", (text) => {
    expect(withoutSampleSecrets(text)).toBe(text);
  });
});
