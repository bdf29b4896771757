/** The command `retcon`. */
import { version } from '../../../package.json';
import { main } from '../cli/main';

const called = { node: process.execPath, cli: __filename };
const lsp = async (root?: string) => (await import('../lsp/server')).startServer(root);
const started = { version, called, lsp };

void main(process.argv.slice(2), started).then((status) => {
  process.exitCode = status;
});
