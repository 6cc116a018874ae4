/** Listens on a free loopback port and prints the URL, as Taxiway does. */
export const announce = (server) =>
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
