#!/usr/bin/env node
/** The command `retcon`. */
import './compiled';
import { version } from '../../../package.json';

const called = { node: process.execPath, cli: __filename };
const lsp = async (root?: string) => (await import('../lsp/server')).startServer(root);

const { main } = await import('../cli/main');
process.exitCode = await main(process.argv.slice(2), { version, called, lsp });
