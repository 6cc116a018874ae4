import type { Resource, ResourceTemplate } from "../../mcp/tools/server-definition.ts";
import { PNG } from "./sample-media.ts";

export const fixtureResources: readonly Resource[] = [
  {
    uri: "test://static-text",
    name: "static-text",
    title: "Static text",
    description: "A text that never changes.",
    mimeType: "text/plain",
    read: () => "This is the content of the static text resource.",
  },
  {
    uri: "test://static-binary",
    name: "static-binary",
    title: "Static picture",
    description: "A picture that never changes.",
    mimeType: "image/png",
    read: () => Buffer.from(PNG, "base64"),
  },
  {
    uri: "test://watched-resource",
    name: "watched-resource",
    title: "Watched resource",
    description: "A resource to subscribe to.",
    mimeType: "text/plain",
    read: () => "Nothing has changed yet.",
  },
];

export const fixtureTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template-data",
    title: "Data by id",
    description: "Repeats the id of its address.",
    mimeType: "application/json",
    read: ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  },
];
