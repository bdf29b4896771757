/** An entity without facts: undeclared keys of its note are named, keys of other tools are not. */
import { expect, it } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf } from '../support/codex';
import { askWasTrueAt } from '../support/ask';

const GUARD = '---\nstatus: Alive\nlocation: Highreach\nimage: guard.png\ncreated: 2024-01-02\n---\n';

function asked(codexYaml: string, attribute?: string, note = GUARD): string {
  const { canon } = codexOf({ 'codex.yaml': codexYaml, 'guard.md': note });
  const answer = askWasTrueAt(canon, { entity: 'guard', attribute });
  if (!answer.ok) throw new Error(answer.failure.message);
  return plainText(answer.prose);
}

it('names the keys that could count, and what makes them count', () => {
  expect(asked('')).toContain(
    'No facts recorded for that date. Its note has keys of your own: status and location. They count as facts once codex.yaml lists them under attributes.',
  );
});

it('names the attribute of the question, whatever else is stated', () => {
  const said = 'Its note has a key of your own: status. It counts as a fact once codex.yaml lists it under attributes.';
  expect(asked('', 'Status')).toContain(`No facts recorded for that date. ${said}`);
  expect(asked('attributes: {location: state}', 'status')).toContain(`Nothing is stated about its "status". ${said}`);
});

it('finds an attribute whose case differs from that on the pages, and refuses a misspelt one', () => {
  expect(asked('attributes: {status: state}', 'Status')).toContain('status: Alive');
  expect(() => asked('attributes: {status: state}', 'stat')).toThrow(
    'Nothing is stated about its "stat". Did you mean status?',
  );
});

it('does not mention keys where none of them could be a fact, or all are declared', () => {
  expect(asked('', undefined, '---\nimage: guard.png\n---\n')).toMatch(/No facts recorded for that date\.\s*$/);
  expect(asked('', 'mood')).toMatch(/No facts recorded for that date\.\s*$/);
  expect(asked('attributes: {status: state, location: state}')).toContain('status: Alive');
  // A key that codex.yaml gives another meaning is not called a fact.
  expect(asked('fields: {title: []}', undefined, '---\ntitle: Warden\n---\n')).toMatch(
    /No facts recorded for that date\.\s*$/,
  );
});

it('does not mention keys at a time at which the entity does not exist yet', () => {
  expect(asked('present: 100\n', undefined, '---\ndate: 200\nstatus: Alive\n---\n')).toMatch(
    /not yet begun[^]*No facts recorded for that date\.\s*$/,
  );
});
