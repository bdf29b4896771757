/** The server for assistants (Model Context Protocol): questions as tools, pages as resources, and prompts. Nothing of it changes a file. */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Assistant } from '../core/tools/assistant';
import { addCompletion } from './completion';
import { instructionsFor } from './instructions';
import { addPrompts } from './prompts';
import { addResources } from './resources';
import { addTool } from './tools';

/** Keeps nothing between two calls: whoever serves may make one for each. */
export function serverFor(assistant: Assistant): McpServer {
  const { version, knower, tools } = assistant;
  const server = new McpServer({ name: 'retcon', title: 'Retcon', version }, { instructions: instructionsFor(knower) });
  for (const tool of tools) addTool(server, tool);
  addResources(server, assistant);
  addPrompts(server, assistant);
  addCompletion(server, assistant);
  return server;
}

/**
 * Serves until standard input ends, or a message comes that is longer than the library reads (10 MB).
 * @param complain takes the words of what could not be read
 */
export function serveAssistant(assistant: Assistant, complain: (words: string) => void): void {
  serveStdio(() => serverFor(assistant), { onerror: ({ message }) => complain(message) });
}
