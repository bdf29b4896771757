/** Sends each message in one piece: a head that is sent alone wakes the editor for nothing, and takes processor time from us. */
import { Writable } from 'node:stream';

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
