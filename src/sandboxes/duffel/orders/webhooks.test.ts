import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { webhookSignature } from "./webhooks.ts";

describe("the signature of a webhook", () => {
  it("passes the verification of Duffel's clients", () => {
    const body = '{"id":"wev_1","type":"order.created","note":"Zoë"}';
    const header = webhookSignature(body, "a secret", 1_616_202_842);
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
    expect(t).toBe("1616202842");
    expect(v1).toBe(
      createHmac("sha256", Buffer.from("a secret"))
        .update(t as string)
        .update(".")
        .update(body)
        .digest("hex"),
    );
  });

  it("depends on the secret, the time and the body", () => {
    const first = webhookSignature("{}", "a secret", 1);
    const digestOf = (header: string): string => header.slice(header.indexOf(",v1="));
    for (const other of [
      webhookSignature("{}", "another secret", 1),
      webhookSignature("{}", "a secret", 2),
      webhookSignature("[]", "a secret", 1),
    ]) {
      expect(digestOf(other)).not.toBe(digestOf(first));
    }
  });
});
