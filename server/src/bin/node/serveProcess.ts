/** The language server as a process: it listens on stdin and answers on stdout. */
import { Writable } from 'node:stream';
import path from 'node:path';
import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { type Program, startServer } from '../../lsp/server';
import { nodePlatform, slashed } from './nodePlatform';

/** Takes heads and bodies by turns, as the library writes them; the output takes both at once. */
export function inOnePiece(output: Writable): Writable {
  let head: Buffer | null = null;
  // `done` reports to the writer.
  output.on('error', () => undefined);
  return new Writable({
    write(part: Buffer, _encoding, done) {
      if (!head) {
        head = part;
        return done();
      }
      output.write(Buffer.concat([head, part]), done);
      head = null;
    },
  });
}

/** @param root what is served where the editor opens no folder */
export function serveProcess(program: Program, root?: string): void {
  const reader = new StreamMessageReader(process.stdin);
  const writer = new StreamMessageWriter(inOnePiece(process.stdout));
  const connect: Parameters<typeof startServer>[1]['connect'] = (options) => createConnection(reader, writer, options);
  const folder = root === undefined ? undefined : slashed(path.resolve(root));
  const isShut = startServer(nodePlatform(), { reader, writer, connect }, program, folder);
  // An editor that has gone says nothing more.
  for (const event of ['end', 'close']) process.stdin.once(event, () => process.exit(isShut() ? 0 : 1));
}
