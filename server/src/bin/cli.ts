/** The command `retcon`. */
import { version } from '../../../package.json';
import { main } from '../cli/main';

const started = { version, lsp: async (root?: string) => (await import('../lsp/server')).startServer(root) };

void main(process.argv.slice(2), started).then((status) => {
  process.exitCode = status;
});
