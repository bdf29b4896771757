/** `diff` shows a change that errata.yaml lets through as what it is: a slip of the pen that was corrected. */
import { describe, expect, it } from 'vitest';
import { LATEST } from '../../server/src/core/canon';
import { markdown, plainText } from '../../server/src/core/tools/words/richText';
import { codexOf, type Files } from '../support/codex';
import { askDiff } from '../support/ask';

const CODEX = 'attributes: {motto: constant, member: set, towers: constant}\n';
const keep = (facts: string): string => `---\nfacts: {keep: {${facts}}}\n---\n# The Keep\n`;
const LINE = '- {entity: keep, attribute: motto, was: we endrue, is: we endure, reason: typo}\n';

function diffOf(before: Files, after: Files, to?: string) {
  const [then, now] = [before, after].map((files) => codexOf({ 'codex.yaml': CODEX, ...files }).canon);
  if (!then || !now) throw new Error('two');
  const at = (canon: typeof now, files: Files) =>
    ({
      ok: true,
      canon,
      commit: 'a'.repeat(40),
      leftOut: new Map(),
      textOf: (file: string) => files[file] ?? null,
    }) as const;
  const commits = new Map([
    ['v1', at(then, before)],
    ['v2', at(now, after)],
  ]);
  const answered = askDiff(now, { from: 'git:v1', to: to ?? LATEST.text, errata: after['errata.yaml'] }, commits);
  if (!answered.ok) throw new Error(answered.failure.message);
  return { text: plainText(answered.prose), note: markdown(answered.note ?? []), json: answered.json };
}

describe('a slip of the pen that errata.yaml lets through', () => {
  const told = { 'keep.md': keep('motto: we endrue') };
  const corrected = { 'keep.md': keep('motto: we endure'), 'errata.yaml': LINE };

  it('is listed as corrected, with its reason, and not as an undeclared change', () => {
    const { text, note, json } = diffOf(told, corrected);
    expect(text).toBe(`What changed from git:v1 to now
Corrected, as slips of the pen
  motto of keep: was "we endrue", is "we endure" (typo)`);
    expect(note).toBe(`## What changed since v1

### Slips of the pen

- motto of keep: was "we endrue", is "we endure" (typo)`);
    expect(json).toMatchObject({
      changes: [{ entity: 'keep', attribute: 'motto', declared: false }],
      errata: [{ entity: 'keep', attribute: 'motto', was: 'we endrue', is: 'we endure', reason: 'typo' }],
    });
  });

  it('is judged by errata.yaml as it was at the second point', () => {
    expect(diffOf(told, corrected, 'git:v2').text).toContain('Corrected, as slips of the pen');
    const unsaid = diffOf(told, { 'keep.md': keep('motto: we endure') });
    expect(unsaid.text).toContain('Changed without a retcon\n  motto of The Keep: was we endrue, is we endure');
    expect(unsaid.json).not.toHaveProperty('errata');
  });

  it('does not cover other changes, even within the same answer', () => {
    const line = '- {entity: keep, attribute: member, was: Martha Greene, is: Martha Green}\n';
    const { text } = diffOf(
      { 'keep.md': keep('member: [Martha Greene, Olaf], motto: we endrue') },
      { 'keep.md': keep('member: [Martha Green, Brann], motto: we yield'), 'errata.yaml': LINE + line },
    );
    expect(text).toBe(`What changed from git:v1 to now
Changed without a retcon
  member of The Keep: was Olaf, is Brann (The Keep)
  motto of The Keep: was we endrue, is we yield (The Keep)
Corrected, as slips of the pen
  member of keep: was "Martha Greene", is "Martha Green"`);
  });

  it('is not a slip if the number changes, or its time has moved', () => {
    const line = '- {entity: keep, attribute: towers, was: "7", is: "9"}\n';
    expect(
      diffOf({ 'keep.md': keep('towers: 7') }, { 'keep.md': keep('towers: 9'), 'errata.yaml': line }).text,
    ).toContain('Changed without a retcon\n  towers of The Keep: was 7, is 9');
    const dated = keep('motto: we endure').replace('facts', 'date: 12 TA\nfacts');
    const moved = diffOf(told, { 'keep.md': dated, 'errata.yaml': LINE }).text;
    expect(moved).toContain('was we endrue, and is no longer stated');
    expect(moved).toContain('motto of keep: was "we endrue", is "we endure" (typo)');
  });
});
