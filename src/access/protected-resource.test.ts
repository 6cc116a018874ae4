import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { challenge, metadataUrlOf, protectedResourceMetadata } from "./protected-resource.ts";

const resource = "https://mcp.example.com/mcp/gds";
const metadataUrl = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp/gds";

const asClientReads = (value: string) =>
  extractWWWAuthenticateParams(new Response(null, { status: 401, headers: { "www-authenticate": value } }));

describe("the protected resource metadata", () => {
  it("names the resource, its issuer and the scopes", () => {
    expect(protectedResourceMetadata({ resource, issuer: "https://issuer.example", scopes: ["taxiway"] })).toEqual({
      resource,
      resource_name: "Taxiway",
      authorization_servers: ["https://issuer.example"],
      scopes_supported: ["taxiway"],
      bearer_methods_supported: ["header"],
    });
  });

  it("names no authorization server without an issuer", () => {
    expect(protectedResourceMetadata({ resource, scopes: [] })).toEqual({
      ...{ resource, resource_name: "Taxiway", bearer_methods_supported: ["header"] },
    });
  });

  it("is at a URL that inserts the well-known part before the path", () => {
    expect(metadataUrlOf(resource)).toBe(metadataUrl);
    expect(metadataUrlOf("https://mcp.example.com/")).toBe(
      "https://mcp.example.com/.well-known/oauth-protected-resource",
    );
  });
});

describe("the challenge", () => {
  it("names the metadata but no error for a request without a token", () => {
    expect(challenge({ metadataUrl })).toBe(`Bearer resource_metadata="${metadataUrl}"`);
  });

  it("is parsed by an MCP client", () => {
    const value = challenge({
      ...{ metadataUrl, error: "insufficient_scope", description: "More is needed." },
      scopes: ["taxiway:server:gds", "taxiway:admin"],
    });
    expect(asClientReads(value)).toEqual({
      resourceMetadataUrl: new URL(metadataUrl),
      scope: "taxiway:server:gds taxiway:admin",
      error: "insufficient_scope",
      errorDescription: "More is needed.",
    });
  });

  it("escapes text that could end the header", () => {
    const value = challenge({ metadataUrl, error: "invalid_token", description: 'a", x="b\\\r\nSet-Cookie: é' });
    expect(value).toContain(`error_description="a', x='b???Set-Cookie: ?"`);
    expect(asClientReads(value).resourceMetadataUrl?.href).toBe(metadataUrl);
  });
});
