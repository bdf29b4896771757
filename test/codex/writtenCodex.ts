/** Texts of codex.yaml, few of them valid. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { readDate } from '../../server/src/core/chronology';
import { anyText } from '../support/anyText';

const word = fc.constantFrom(
  ...'calendars eras months leap revisions id date epoch names days rules present TA 412 off -1 9e99'.split(' '),
  ...'[ ] { } , : - # &a *a " | ---'.split(' '),
  "'",
  '\n',
  '\n  ',
  '\n    ',
);
const text = fc.oneof(
  anyText(),
  fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
);

/** Reading one never throws, and every problem is within it. */
export const readsAny = fc.property(text, (source) => {
  const { codex, problems } = readCodex(source);
  for (const { span } of problems) {
    expect(span.start).toBeGreaterThanOrEqual(0);
    expect(span.end).toBeLessThanOrEqual(source.length);
    expect(span.start).toBeLessThanOrEqual(span.end);
  }
  readDate(codex.chronology, '12 Thaw 412 TA');
});
