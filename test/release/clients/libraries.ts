import { type Connect, clientOf, withSession } from "./client.ts";
import { connectSdk } from "./sdk-client.ts";

const name = (tool: { name: string }): string => tool.name;

/** Libraries for agents, by their package. */
export const LIBRARIES: Readonly<Record<string, Connect>> = {
  async "@ai-sdk/mcp"(load, { url }) {
    const { createMCPClient } = await load("@ai-sdk/mcp");
    const client = await createMCPClient({ transport: { type: "http", url } });
    const tools = Object.entries(await client.tools());
    const options = { toolCallId: "call_1", messages: [] };
    return clientOf(
      tools,
      ([key]) => key,
      ([, tool], input) => tool.execute(input, options),
      () => client.close(),
    );
  },

  async "@anthropic-ai/sdk"(load, { url }) {
    const { mcpTools } = await load("@anthropic-ai/sdk/helpers/beta/mcp");
    const client = await connectSdk(load, url);
    const { tools } = await client.listTools();
    return clientOf(
      mcpTools(tools, client),
      name,
      (tool, input) => tool.run(input),
      () => client.close(),
    );
  },

  async "@genkit-ai/mcp"(load, { url }) {
    const [{ genkit }, { createMcpHost }] = await Promise.all([load("genkit"), load("@genkit-ai/mcp")]);
    const host = createMcpHost({ name: "agent", mcpServers: { taxiway: { url } } });
    const tools = await host.getActiveTools(genkit({}));
    return clientOf(
      tools,
      (tool) => tool.__action.name,
      (tool, input) => tool(input),
      () => host.close(),
    );
  },

  async "@google/adk"(load, { url }) {
    const { MCPToolset } = await load("@google/adk");
    const toolset = new MCPToolset({ type: "StreamableHTTPConnectionParams", url: withSession(url) });
    return clientOf(
      await toolset.getTools(),
      name,
      (tool, args) => tool.runAsync({ args, toolContext: {} }),
      () => toolset.close(),
    );
  },

  async "@google/genai"(load, { url }) {
    const { mcpToTool } = await load("@google/genai");
    const client = await connectSdk(load, url);
    const callable = mcpToTool(client);
    const { functionDeclarations } = await callable.tool();
    return clientOf(
      functionDeclarations,
      name,
      (tool, args) => callable.callTool([{ name: tool.name, args }]),
      () => client.close(),
    );
  },

  async "@langchain/mcp-adapters"(load, { url }) {
    const { MultiServerMCPClient } = await load("@langchain/mcp-adapters");
    const client = new MultiServerMCPClient({ mcpServers: { taxiway: { transport: "http", url } } });
    return clientOf(
      await client.getTools(),
      name,
      (tool, input) => tool.invoke(input),
      () => client.close(),
    );
  },

  async "@llamaindex/tools"(load, { url }) {
    const { mcp } = await load("@llamaindex/tools");
    const server = mcp({ url });
    return clientOf(
      await server.tools(),
      (tool) => tool.metadata.name,
      (tool, input) => tool.call(input),
      () => server.cleanup(),
    );
  },

  async "@mastra/mcp"(load, { url }) {
    const { MCPClient } = await load("@mastra/mcp");
    const client = new MCPClient({ servers: { taxiway: { url: new URL(url) } } });
    return clientOf(
      Object.values(await client.listTools()),
      (tool) => tool.id,
      (tool, input) => tool.execute(input, {}),
      () => client.disconnect(),
    );
  },

  async "@openai/agents"(load, { url }) {
    const { MCPServerStreamableHttp } = await load("@openai/agents");
    const server = new MCPServerStreamableHttp({ url });
    await server.connect();
    return clientOf(
      await server.listTools(),
      name,
      (tool, input) => server.callTool(tool.name, input),
      () => server.close(),
    );
  },

  async "@strands-agents/sdk"(load, { url }) {
    const { McpClient } = await load("@strands-agents/sdk");
    const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const client = new McpClient({ transport: new StreamableHTTPClientTransport(new URL(url)) });
    return clientOf(
      await client.listTools(),
      name,
      (tool, input) => client.callTool(tool, input),
      () => client.disconnect(),
    );
  },

  async "@tanstack/ai-mcp"(load, { url }) {
    const { createMCPClient } = await load("@tanstack/ai-mcp");
    const client = await createMCPClient({ transport: { type: "http", url } });
    return clientOf(
      await client.tools(),
      name,
      (tool, input) => tool.execute(input),
      () => client.close(),
    );
  },

  async "@voltagent/core"(load, { url }) {
    const { MCPConfiguration } = await load("@voltagent/core");
    const configuration = new MCPConfiguration({ servers: { taxiway: { type: "http", url } } });
    return clientOf(
      await configuration.getTools(),
      name,
      (tool, input) => tool.execute(input),
      () => configuration.disconnect(),
    );
  },
};
