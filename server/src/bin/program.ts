/** The one program: what the two processes and the thread do. Each part is set up when it is first needed. */
import { version } from '../../../package.json';
import type { Started } from '../cli/main';
import type { Port } from './worker/serveWorker';

/** Serves an editor on stdin and stdout. @param keep called when all has been judged, and at the end */
export const serve = async (keep: () => Promise<void>, root?: string): Promise<void> =>
  (await import('./node/serveProcess')).serveProcess({ version, keepCode: keep }, root);

const mcp: Started['mcp'] = {
  stdio: async (assistant) =>
    (await import('../mcp/mcpServer')).serveAssistant(assistant, (words) => console.error(`retcon mcp: ${words}`)),
  http: async (assistant, call) => (await import('../mcp/serveHttp')).serveHttp(assistant, call),
};

/** Answers a call of the command line: its exit status. @param cli the file that was called */
export async function runCommandLine(args: readonly string[], cli: string, keep: () => Promise<void>): Promise<number> {
  const { main } = await import('../cli/main');
  // A world that is brought along can be larger than any codex. A browser has no such flags, so nothing else loads them here.
  if (args[0] === 'import') (await import('./v8Flags')).holdLittle();
  const lsp = (root?: string): Promise<void> => serve(keep, root);
  return main(args, { version, called: { node: process.execPath, cli }, lsp, mcp });
}

/** Searches prose for the server, in a thread. */
export const searchProse = async (): Promise<void> => (await import('./prose')).serveProse();

/** Serves an editor that runs in a browser, in a worker of it. @param scope the worker's own @param home the package's folder */
export const serveInWorker = async (scope: Port, home: string): Promise<void> =>
  (await import('./worker/serveWorker')).serveWorker(scope, version, home);
