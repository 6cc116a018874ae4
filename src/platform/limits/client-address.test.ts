import { isIP, SocketAddress } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClientAddress, isLoopbackClient, proxyProblem } from "./client-address.ts";

const direct = createClientAddress([]);
const proxied = createClientAddress(["loopback", "10.0.0.0/8", "192.0.2.7", "2001:db8:ffff::/48"]);
const behind = (forwardedFor: string | undefined, realIp?: string) => proxied("10.1.1.1", forwardedFor, realIp).address;

describe("the client address", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9", "203.0.113.9"],
    ["::FFFF:cb00:7109", "203.0.113.9", "203.0.113.9"],
    ["2001:DB8:0:00a1:5::1", "2001:db8:0:a1:5::1", "2001:db8:0:a1::"],
    ["2001:db8:0:a1:ffff:ffff:ffff:ffff", "2001:db8:0:a1:ffff:ffff:ffff:ffff", "2001:db8:0:a1::"],
    ["2001:db8:0:a2::", "2001:db8:0:a2::", "2001:db8:0:a2::"],
    ["fe80::1%eth0", "fe80::1", "fe80::"],
    ["::1", "::1", "::"],
    ["::", "::", "::"],
    ["64:ff9b::203.0.113.9", "64:ff9b::cb00:7109", "64:ff9b::"],
  ])("of peer %s is %s, counted as %s", (peer, address, client) => {
    expect(direct(peer, undefined, undefined)).toMatchObject({ address, client });
  });

  it("is a placeholder for a peer without an address", () => {
    for (const peer of [undefined, "", "pipe", "x".repeat(10_000)]) {
      expect(isIP(direct(peer, "203.0.113.9", "203.0.113.9").client)).toBe(4);
      expect(proxied(peer, "203.0.113.9", "203.0.113.9")).toEqual(direct(undefined, undefined, undefined));
    }
  });

  it("is stable when thousands of other peers connect in between", () => {
    const before = direct("203.0.113.9", undefined, undefined);
    expect(direct("203.0.113.9", undefined, undefined)).toBe(before);
    for (let i = 0; i < 5_000; i++) direct(`198.51.${i >> 8}.${i & 255}`, undefined, undefined);
    expect(direct("203.0.113.9", undefined, undefined)).toEqual(before);
  });

  it("is the same for every notation of an address", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const { address, client } = direct(text, undefined, undefined);
        const canonical = new SocketAddress({ address: text, family: "ipv6" }).address;
        // The operating system writes old IPv4-compatible addresses with dots; both are the same address.
        if (!canonical.includes(".")) expect(address).toBe(canonical);
        expect(direct(address, undefined, undefined)).toMatchObject({ address, client });
        expect(direct(client, undefined, undefined).client).toBe(client);
        expect(isIP(client)).toBeGreaterThan(0);
      }),
    );
  });
});

describe("forwarding headers", () => {
  it("are ignored from an untrusted peer", () => {
    expect(direct("127.0.0.1", "203.0.113.9", "203.0.113.9").address).toBe("127.0.0.1");
    expect(proxied("198.51.100.1", "203.0.113.9", "203.0.113.9").address).toBe("198.51.100.1");
  });

  it.each(["10.255.0.1", "::ffff:10.0.0.1", "127.9.9.9", "::1", "192.0.2.7", "2001:db8:ffff:1::5"])(
    "are used from the trusted proxy %s",
    (peer) => {
      expect(proxied(peer, "203.0.113.9", undefined).address).toBe("203.0.113.9");
    },
  );

  it("are read from the right, up to the first untrusted address", () => {
    expect(behind("203.0.113.9")).toBe("203.0.113.9");
    expect(behind("1.1.1.1, 203.0.113.9")).toBe("203.0.113.9");
    expect(behind("1.1.1.1 ,203.0.113.9,10.2.2.2,  192.0.2.7")).toBe("203.0.113.9");
    expect(behind("127.0.0.1, 203.0.113.9, 10.2.2.2")).toBe("203.0.113.9");
    expect(behind("10.3.3.3, 10.2.2.2")).toBe("10.3.3.3");
  });

  it("may contain ports, brackets and zones", () => {
    expect(behind("203.0.113.9:567")).toBe("203.0.113.9");
    expect(behind("[2001:db8::1]:80")).toBe("2001:db8::1");
    expect(behind("[2001:db8::1]")).toBe("2001:db8::1");
    expect(behind("203.0.113.9, [::1]:80")).toBe("203.0.113.9");
    expect(behind("fe80::2%en0")).toBe("fe80::2");
  });

  it("fall back to the last valid address", () => {
    for (const garbage of [
      "unknown",
      "",
      " ",
      "_hidden",
      "999.1.1.1",
      "1.2.3",
      "[::1",
      "<script>",
      "x".repeat(9_000),
    ]) {
      expect(behind(`1.1.1.1, ${garbage}, 10.2.2.2`)).toBe("10.2.2.2");
      expect(behind(`1.1.1.1, ${garbage}`)).toBe("10.1.1.1");
      expect(behind(`1.1.1.1, ${garbage}`, "203.0.113.9")).toBe("203.0.113.9");
      expect(behind(undefined, garbage)).toBe("10.1.1.1");
    }
  });

  it("include X-Real-IP only when nothing was forwarded", () => {
    expect(behind(undefined, " 203.0.113.9 ")).toBe("203.0.113.9");
    expect(behind("203.0.113.9", "1.1.1.1")).toBe("203.0.113.9");
  });

  it("are read no further when they name thousands of proxies", () => {
    expect(behind(`1.1.1.1,${"10.2.2.2,".repeat(10_000)}10.2.2.2`)).toBe("10.2.2.2");
    expect(behind(",".repeat(10_000))).toBe("10.1.1.1");
  });

  it("always give a valid address that untrusted input cannot change", () => {
    const text = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom("unknown", "10.1.1.1", "[::1]:80", ","));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), text, (spoofed, realIp) => {
        expect(isIP(behind(spoofed.join(","), realIp))).toBeGreaterThan(0);
        expect(behind([...spoofed, "203.0.113.9", "10.2.2.2"].join(","), realIp)).toBe("203.0.113.9");
      }),
    );
  });
});

describe("an entry of the trusted proxies list", () => {
  it.each(["loopback", "10.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "::1", "2001:db8::/32", "fd00::/128"])(
    "may be %s",
    (entry) => {
      expect(proxyProblem(entry)).toBeUndefined();
      expect(() => createClientAddress([entry])).not.toThrow();
    },
  );

  it.each([
    ["", "neither"],
    ["localhost", "neither"],
    ["10.0.0.1:80", "neither"],
    ["10.0.0.0/8/8", "neither"],
    ["fe80::1%eth0", "neither"],
    ["10.0.0.0/33", "0 to 32"],
    ["10.0.0.0/", "0 to 32"],
    ["10.0.0.0/1e1", "0 to 32"],
    ["::/129", "0 to 128"],
    ["::ffff:10.0.0.1", "write 10.0.0.1"],
  ])("may not be '%s'", (entry, problem) => {
    expect(proxyProblem(entry)).toContain(problem);
    expect(() => createClientAddress([entry])).toThrow(RangeError);
  });
});

describe("a client on the same machine", () => {
  it.each(["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"])("is recognised by the peer address %s", (peer) => {
    expect(isLoopbackClient(peer, { "user-agent": "curl" })).toBe(true);
  });

  it.each([undefined, "", "192.0.2.7", "10.0.0.1", "::ffff:192.0.2.7", "fe80::1"])(
    "is not assumed for the peer address %s",
    (peer) => {
      expect(isLoopbackClient(peer, {})).toBe(false);
    },
  );

  it.each(["forwarded", "x-forwarded-for", "x-real-ip", "via", "cf-connecting-ip"])(
    "is not assumed for a request with the header %s",
    (name) => {
      expect(isLoopbackClient("127.0.0.1", { [name]: "" })).toBe(false);
    },
  );
});
