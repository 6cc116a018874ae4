import { describe, expect, it } from "vitest";
import type { Binding, BodyFormat, ConnectorTool } from "../connector.ts";
import { buildRequest } from "./build-request.ts";
import { formFields, writeBody } from "./write-body.ts";

interface Field {
  readonly schema?: object;
  readonly value: unknown;
  readonly explode?: boolean;
  readonly name?: string;
}

const written = (format: BodyFormat["format"], fields: Readonly<Record<string, Field>>, $defs: object = {}): string => {
  const entries = Object.entries(fields);
  const tool: ConnectorTool = {
    name: "send",
    description: "Sends.",
    risk: "write",
    parse: { format: "none" },
    input: {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, { schema = {} }]) => [name, schema])),
      $defs,
    },
    request: {
      method: "POST",
      path: "/",
      body: { format } as BodyFormat,
      bindings: entries.map(
        ([argument, { explode, name }]): Binding => ({
          argument,
          in: "body",
          ...(explode !== undefined && { explode }),
          ...(name !== undefined && { name }),
        }),
      ),
    },
  };
  const input = Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
  const { body } = buildRequest(tool, input, undefined);
  return writeBody(body, tool.request.body as BodyFormat, formFields(tool))?.text() ?? "";
};

describe("writeBody", () => {
  it("writes null in JSON and leaves it out of forms", () => {
    expect(written("json", { a: { value: null }, b: { value: 1 }, c: { value: undefined } })).toBe('{"a":null,"b":1}');
    expect(written("form", { a: { value: null }, b: { value: 1 } })).toBe("b=1");
    expect(written("multipart", { a: { value: null }, b: { value: 1 } })).not.toContain('"a"');
  });

  it("joins a list into one form field if its binding has explode: false", () => {
    const fields = {
      a: { value: ["x", "y z"], explode: false, name: "/codes" },
      b: { value: { k: 1, l: "m" }, explode: false },
      c: { value: ["x", "y"] },
      d: { value: "x", explode: false },
    };
    expect(written("form", fields)).toBe("codes=x%2Cy+z&b=k%2C1%2Cl%2Cm&c=x&c=y&d=x");
    expect(written("multipart", fields).match(/name="codes"\r\n\r\nx,y z\r\n/)).not.toBeNull();
  });

  it("finds files behind references, in nullable unions and in lists", () => {
    const file = { type: "string", contentEncoding: "base64", contentMediaType: "image/png" };
    const parts = written(
      "multipart",
      {
        a: { schema: { $ref: "#/$defs/Picture" }, value: "YWJj" },
        b: { schema: { anyOf: [{ $ref: "#/$defs/Picture" }, { type: "null" }] }, value: "ZGVm" },
        c: { schema: { type: "array", items: { $ref: "#/$defs/Picture" } }, value: ["Z2hp"] },
        d: { schema: { $ref: "#/$defs/Round" }, value: "amts" },
        e: { schema: { $ref: "#/$defs/Gone" }, value: "amts" },
      },
      { Picture: file, Round: { anyOf: [{ $ref: "#/$defs/Round" }] } },
    ).split("\r\n--");
    for (const [index, text] of ["abc", "def", "ghi"].entries()) {
      expect(parts[index]).toContain(`Content-Type: image/png\r\n\r\n${text}`);
    }
    expect(parts[3]).toMatch(/name="d"\r\n\r\namts$/);
    expect(parts[4]).toMatch(/name="e"\r\n\r\namts$/);
  });
});
