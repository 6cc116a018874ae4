const HTML = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
const BIDI = "safe\u202egnp.exe\u2066";
const LONG = "x".repeat(10_000);

/** A tool of somebody who means harm, or has no taste. */
export const HOSTILE_TOOLS = [
  {
    ...{ name: "hostile", title: `${HTML}${BIDI}${LONG}`, description: `${HTML} ${BIDI} ${LONG}` },
    inputSchema: {
      type: "object",
      properties: {
        [`${HTML}${BIDI}`]: { type: "string", description: `${HTML} ${LONG}` },
        __proto__x: { type: "array", items: { type: "string", default: HTML } },
        anything: {},
      },
    },
  },
];

export const HOSTILE_RESULT = {
  content: [
    { type: "text", text: `${HTML} ${BIDI} ${LONG}` },
    { type: "image", mimeType: "image/svg+xml", data: "PHN2Zz48L3N2Zz4=" },
    { type: "resource_link", uri: `javascript:alert(1)//${LONG}`, name: HTML },
    { type: "resource", resource: { uri: "x:y", mimeType: "text/html", text: HTML } },
    { type: HTML, [HTML]: LONG },
  ],
  structuredContent: { [HTML]: [HTML, BIDI, LONG] },
};
