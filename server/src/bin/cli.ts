#!/usr/bin/env node
/** The command `retcon`. */
import { version } from '../../../package.json';
import { main } from '../cli/main';

const called = { node: process.execPath, cli: __filename };
const lsp = async (root?: string) => (await import('../lsp/server')).startServer(root);

process.exitCode = await main(process.argv.slice(2), { version, called, lsp });
