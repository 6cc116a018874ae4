/** The service of docs/extending.md, as it would register. */
export const EXAMPLE_TOOL = `${JSON.stringify(
  {
    name: "packing",
    description: "Helps travellers pack.",
    category: "TRAVEL",
    endpoint: "http://127.0.0.1:4000/",
    functions: [
      {
        name: "suggest",
        description: "Suggests what to pack for a trip of so many days at that temperature (Celsius).",
        parameters: {
          type: "object",
          properties: {
            days: { type: "number", minimum: 1, maximum: 60 },
            celsius: { type: "number", minimum: -60, maximum: 60 },
          },
          required: ["days", "celsius"],
        },
        annotations: { readOnlyHint: true },
      },
    ],
    health_check_interval: 60,
    lease_seconds: 3600,
  },
  null,
  2,
)}\n`;
