/** Messages for failures of the operating system. */
import { expect, it } from 'vitest';
import { refuseFailure } from '../../server/src/cli/print';

function told(error: unknown, args: readonly string[]) {
  const said = { out: '', err: '' };
  const output = {
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
    hasColour: false,
  };
  return { status: refuseFailure(error, args, output), ...said };
}
const failed = (code: string, path?: string): Error => Object.assign(new Error(`${code}: raw words`), { code, path });

it.each([
  [failed('EACCES', '/notes/codex.yaml'), 'retcon: /notes/codex.yaml: permission denied.\n'],
  [failed('ELOOP', '/notes/a'), 'retcon: /notes/a: its links lead in a circle.\n'],
  [failed('ENOSPC'), 'retcon: the disk is full.\n'],
  [failed('EMFILE', '/notes/a'), 'retcon: /notes/a: EMFILE: raw words.\n'],
  [new TypeError('x is not\na function'), 'retcon: this should not have happened: x is not a function\n'],
  ['no error at all', 'retcon: this should not have happened: no error at all\n'],
])('%s', (error, err) => expect(told(error, ['init'])).toEqual({ status: 2, out: '', err }));

it('is reported to scripts too', () => {
  const { out } = told(failed('EACCES', '/notes'), ['init', '--format', 'json']);
  expect(JSON.parse(out)).toEqual({
    error: { code: 'failed', message: '/notes: permission denied.', given: '/notes' },
  });
});
