import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAllowance } from "../../../../src/platform/outbound/allowance.ts";
import { createGuard, type Lookup, type Resolved } from "../../../../src/platform/outbound/guard.ts";
import { createOutbound } from "../../../../src/platform/outbound/guarded-outbound.ts";
import { OutboundError } from "../../../../src/platform/outbound/outbound.ts";

const PUBLIC = "93.184.215.14";
const resolved = (address: string): Resolved => ({ address, family: address.includes(":") ? 6 : 4 });
const always =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map(resolved);
/** An attacker's DNS server, which gives another answer each time. */
const rebinding = (...answers: string[]) => {
  const asked: string[] = [];
  const lookup: Lookup = async (hostname) => {
    asked.push(hostname);
    return [resolved(answers[Math.min(asked.length, answers.length) - 1] as string)];
  };
  return { asked, lookup };
};

let requests = 0;
const server = createServer((_, response) => {
  requests++;
  response.end("inside");
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  requests = 0;
});

const calling = async (url: string, allow: readonly string[], lookup: Lookup) => {
  const way = createOutbound({ allow, lookup });
  try {
    const outcomes = [
      way.request(url, { timeoutMs: 2_000 }).then(({ body }) => body.toString()),
      way.fetch(url).then((response) => response.text()),
    ].map((outcome) => outcome.catch((error: unknown) => error));
    return { request: await outcomes[0], fetch: await outcomes[1], problem: await way.problemOf(url) };
  } finally {
    await way.close();
  }
};
const expectRefusal = async (url: string, allow: readonly string[], lookup: Lookup) => {
  const { request, fetch, problem } = await calling(url, allow, lookup);
  for (const error of [request, fetch]) {
    expect(error).toBeInstanceOf(OutboundError);
    expect(error).toMatchObject({ reason: "refused", sent: false });
    expect((error as OutboundError).message).toBe(problem?.message);
    expect((error as OutboundError).message).not.toMatch(/\d+\.\d+|::|[0-9a-f]{4}:/);
  }
  expect(requests).toBe(0);
};

const NEVER: Lookup = async () => {
  throw new Error("unexpected DNS lookup");
};

describe("a non-public or invalid address", () => {
  it.each([
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0X7F.1",
    "017700000001",
    "0177.0.0.1",
    "00000177.0x0.0.01",
    "127.0.0.1.",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "0",
    "0.0.0.0",
    "0x0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "2852039166",
    "0xA9FEA9FE",
    "0251.0376.0251.0376",
    "169.254.43518",
    "100.64.0.1",
    "100.100.100.200",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "192.88.99.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::127.0.0.1]",
    "[::7f00:1]",
    "[::8.8.8.8]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:a9fe:a9fe]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::1]",
    "[2002:7f00:1::]",
    "[2002:a9fe:a9fe::1]",
    "[2002:c0a8:101::1]",
    "[2001:0:7f00:1::1]",
    "[2001:db8::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fd20:ce::254]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[100::1]",
    "[3fff::1]",
    "[5f00::1]",
    "[4000::1]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "taxiway.localhost.",
  ])("is refused: %s", async (host) => {
    await expectRefusal(`http://${host}/`, [], NEVER);
    await expectRefusal(`https://${host}:${port}/`, [], NEVER);
  });

  it.each([
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:text/plain,hello",
    "javascript:alert(1)",
    "unix:/var/run/docker.sock",
    "ws://example.com/",
    "http://user@example.com/",
    "http://user:secret@example.com/",
    "http://:secret@example.com/",
    "http://example.com@127.0.0.1/",
    "http://[fe80::1%25eth0]/",
    "http://127.0.0.256/",
    "http://[::1/",
    "http://",
    "//example.com/",
    "example.com",
    "",
    `http://example.com/${"a".repeat(10_000)}`,
  ])("is refused: %s", async (url) => {
    await expectRefusal(url, ["127.0.0.1"], NEVER);
  });

  it.each([
    ["127.0.0.1"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["10.0.0.1"],
    ["169.254.169.254"],
    ["fd00:ec2::254"],
    ["64:ff9b::a00:1"],
    ["fe80::1%eth0"],
    ["0.0.0.0"],
    ["not an address"],
    [PUBLIC, "127.0.0.1"],
    ["127.0.0.1", PUBLIC],
    ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::1"],
  ])("is refused when a host name resolves to it: %s %s", async (...addresses) => {
    await expectRefusal(`http://inside.example:${port}/`, [], always(...addresses));
    await expectRefusal(`http://inside.example.:${port}/`, ["inside.example:1", "10.0.0.2"], always(...addresses));
  });
});

describe("a host name that resolves differently the second time", () => {
  it("is checked for each connection", async () => {
    const { lookup, asked } = rebinding(PUBLIC, "127.0.0.1");
    const way = createOutbound({ allow: [], lookup });
    const url = `http://rebind.example:${port}/`;
    expect(await way.problemOf(url)).toBeUndefined();
    await expect(way.request(url)).rejects.toMatchObject({ reason: "refused", sent: false });
    expect(asked).toEqual(["rebind.example", "rebind.example"]);
    expect(requests).toBe(0);
    await way.close();
  });

  it("is connected to at the address that was checked", async () => {
    const { lookup, asked } = rebinding("127.0.0.1", "127.0.0.2");
    const way = createOutbound({ allow: ["127.0.0.1"], lookup });
    const { body } = await way.request(`http://rebind.example:${port}/`);
    expect(body.toString()).toBe("inside");
    expect(asked).toEqual(["rebind.example"]);
    await way.close();
  });
});

describe("a public address", () => {
  it.each(["8.8.8.8", "93.184.215.14", "[2606:4700::1111]", "[64:ff9b::808:808]", "[2002:808:808::1]", "example.com"])(
    "may be called: %s",
    async (host) => {
      const way = createOutbound({ allow: [], lookup: always(PUBLIC) });
      expect(await way.problemOf(`https://${host}/`)).toBeUndefined();
      expect(await way.problemOf(`http://${host}:8080/path?query`)).toBeUndefined();
      await way.close();
    },
  );

  it("may have a host name that does not exist", async () => {
    const way = createOutbound({ allow: [], lookup: always() });
    expect(await way.problemOf("https://missing.example/")).toBeUndefined();
    await way.close();
  });
});

describe("an address that the operator allows", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.0/8", "127.0.0.1"],
    ["127.0.0.1:PORT", "127.0.0.1"],
    ["127.1:PORT", "127.0.0.1"],
    ["127.0.0.1", "2130706433"],
    ["127.0.0.1", "[::ffff:127.0.0.1]"],
    ["127.0.0.0/8", "inside.example"],
    ["127.0.0.1:PORT", "inside.example"],
    ["inside.example", "inside.example"],
    ["Inside.Example", "inside.example."],
    ["inside.example:PORT", "inside.example"],
    ["localhost", "localhost"],
    ["localhost:PORT", "LOCALHOST"],
  ])("as %s may be called as %s", async (entry, host) => {
    const allow = [entry.replace("PORT", String(port))];
    const outcome = await calling(`http://${host}:${port}/`, allow, always("127.0.0.1"));
    expect(outcome).toEqual({ request: "inside", fetch: "inside", problem: undefined });
  });

  it.each([
    ["127.0.0.2", "127.0.0.1"],
    ["10.0.0.0/8", "127.0.0.1"],
    ["127.0.0.1:1", "127.0.0.1"],
    ["localhost", "127.0.0.1"],
    ["localhost", "a.localhost"],
    ["inside.example", "also.inside.example"],
    ["inside.example", "127.0.0.1"],
    ["inside.example:1", "inside.example"],
    ["::1", "127.0.0.1"],
  ])("as %s does not cover %s", async (entry, host) => {
    await expectRefusal(`http://${host}:${port}/`, [entry], always("127.0.0.1"));
  });

  it("may be an IPv6 address with its port", async () => {
    const way = createOutbound({ allow: ["[::1]:8080", "fd00::/8"] });
    expect(await way.problemOf("http://[::1]:8080/")).toBeUndefined();
    expect(await way.problemOf("http://[0::1]:8080/")).toBeUndefined();
    expect(await way.problemOf("http://[fd00::1]/")).toBeUndefined();
    expect((await way.problemOf("http://[::1]:8081/"))?.message).toContain("may not be called");
    await way.close();
  });
});

describe("a link-local or cloud platform address", () => {
  const EVERYTHING = ["0.0.0.0/0", "::/0"];
  /** A guard that makes no connections. */
  const guardFor = (host: string, lookup: Lookup) =>
    createGuard({
      allowance: createAllowance([...EVERYTHING, host, `${host}:80`]),
      isPublic: () => true,
      lookup,
      purpose: "tools",
    });
  const refusal = expect.objectContaining({ reason: "refused", hint: undefined });

  it.each([
    "169.254.169.254",
    "169.254.170.2",
    "169.254.0.1",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "fe80::1",
    "fe80::a9fe:a9fe",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fd00:c1::a9fe:a9fe",
    "fd00:42::42",
    "fd00:a9fe:a9fe::1",
    "::ffff:169.254.169.254",
    "::ffff:a83f:8110",
    "::169.254.169.254",
    "::ffff:0:169.254.169.254",
    "64:ff9b::169.254.169.254",
    "64:ff9b::a83f:8110",
    "64:ff9b:1::6464:64c8",
    "2002:a9fe:a9fe::1",
    "2002:a83f:8110::",
  ])("is refused even if the operator allows everything: %s", async (address) => {
    const host = address.includes(":") ? `[${address}]` : address;
    expect(() => guardFor(host, NEVER).urlOf(`http://${host}/`)).toThrow(refusal);
    for (const addresses of [[address], [PUBLIC, address]]) {
      const guard = guardFor("inside.example", always(...addresses));
      await expect(guard.check("http://inside.example/")).rejects.toEqual(refusal);
    }
  });

  it.each([
    "http://2852039166/",
    "http://0xA9FEA9FE/",
    "http://0250.077.0201.020/",
    "http://metadata/",
    "http://metadata.google.internal/",
    "http://METADATA.google.internal./computeMetadata/v1/",
    "http://metadata.goog/",
    "http://instance-data/latest",
    "http://instance-data.ec2.internal/",
  ])("is refused in every notation: %s", (url) => {
    expect(() => guardFor(new URL(url).hostname.replace(/\.$/, ""), NEVER).urlOf(url)).toThrow(refusal);
  });

  it("is refused with every allow list", async () => {
    for (const allow of [[], EVERYTHING, ["168.63.129.16:80", "inside.example"]]) {
      const way = createOutbound({ allow, lookup: always("168.63.129.16"), purpose: "connectors" });
      for (const host of ["168.63.129.16", "inside.example"]) {
        expect(await way.problemOf(`http://${host}/`)).toEqual(refusal);
      }
      await way.close();
    }
  });

  it("does not include neighbouring addresses", () => {
    for (const host of ["168.63.129.17", "169.253.255.255", "169.255.0.1", "100.100.100.201", "[fd00:ec3::254]"]) {
      expect(guardFor(host, NEVER).urlOf(`http://${host}/`).hostname).toBe(host);
    }
    expect(guardFor("mymetadata.example", NEVER).urlOf("http://mymetadata.example/").port).toBe("");
  });
});

describe("the hint for an address that an operator could allow", () => {
  it.each([
    ["http://127.0.0.1:22290/secret", "documents=127.0.0.1:22290"],
    ["https://10.0.0.1/", "documents=10.0.0.1:443"],
    ["http://[::1]/", "documents=[::1]:80"],
    ["http://Inside.Example.:8080/", "documents=inside.example:8080"],
  ])("names the entry for %s", async (url, entry) => {
    const lookup = always("10.0.0.1");
    const way = createOutbound({ allow: [], lookup, purpose: "documents" });
    const problem = await way.problemOf(url);
    expect(problem?.hint).toBe(`An operator can allow it with TAXIWAY_OUTBOUND_ALLOW=${entry}.`);
    await way.close();
    const allowing = createOutbound({ allow: [entry.replace("documents=", "")], lookup, purpose: "documents" });
    expect(await allowing.problemOf(url)).toBeUndefined();
    await allowing.close();
  });

  it("is missing without a purpose, and for an invalid address", async () => {
    const [unnamed, named] = [createOutbound({ allow: [] }), createOutbound({ allow: [], purpose: "tools" })];
    expect((await unnamed.problemOf("http://127.0.0.1/"))?.hint).toBeUndefined();
    for (const url of ["file:///etc/passwd", "http://user@10.0.0.1/", "not an address"]) {
      expect(await named.problemOf(url)).toMatchObject({ reason: "refused", hint: undefined });
    }
    await unnamed.close();
    await named.close();
  });
});
