/** What is used of the SDK of the Model Context Protocol. It is a bundle of its own: no other start has to parse it. */
export {
  createMcpHandler,
  fromJsonSchema,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  McpServer,
  originValidationResponse,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
export type { CallToolResult } from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
