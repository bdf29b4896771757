#!/usr/bin/env node
/** The command `retcon`. */
import './compiled';
import { version } from '../../../package.json';
import type { Started } from '../cli/main';

const called = { node: process.execPath, cli: __filename };
const lsp = async (root?: string) => (await import('../lsp/server')).startServer(root);

const mcp: Started['mcp'] = async (ask) => (await import('../mcp/server')).serveTools(version, ask);

const { main } = await import('../cli/main');
process.exitCode = await main(process.argv.slice(2), { version, called, lsp, mcp });
