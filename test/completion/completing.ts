/** Completions at a caret, and the text after a choice. */
import { type CompletionChoice, completionsAt, choiceText } from '../../server/src/core/completion';
import { type Canon, withEntries, knownAt, LATEST } from '../../server/src/core/canon';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { codexOf, type Files } from '../support/codex';
import { vyr } from '../support/caret';

/** @param note a file with a caret, `$0`, in the codex of House Vyr */
export function complete(note: string, more: Files = {}, { isAsked = true } = {}) {
  return completeIn({ ...vyr, 'note.md': note, ...more }, { isAsked });
}

export function completeIn(files: Files, { isAsked = true } = {}) {
  const { known, entry, text, offset } = caretAmong(files);
  const found = completionsAt(known, { entry, text, offset, isAsked, textOf: ({ path }) => files[path] ?? null });
  const choices = found?.choices ?? [];
  return {
    known,
    text,
    choices,
    isCut: found?.isCut ?? false,
    labels: choices.map(({ label }) => label),
    /** The ids of the entries. */
    ids: choices.flatMap(({ kind, note }) => (kind === 'entry' ? [note] : [])),
    /** The text after choosing this id or label, as an editor without snippets has it. */
    chosen(name: string): string {
      const choice =
        choices.find((one) => one.kind === 'entry' && one.note === name) ?? choices.find(({ label }) => label === name);
      return choice ? withChoice(text, choice) : 'not offered';
    },
    /** The same with `‸` where the author continues to write. */
    drawn(name: string): string {
      const choice = choices.find(({ label }) => label === name);
      if (!choice) return 'not offered';
      const insert = choice.insert.map((piece) => (typeof piece === 'string' ? piece : '‸'));
      return withChoice(text, { ...choice, insert });
    },
  };
}

const canons = new Map<string, Canon>();

/** A codex for many carets is read once. */
export function canonOf(files: Files): Canon {
  const key = JSON.stringify(files);
  let canon = canons.get(key);
  if (!canon) {
    canon = codexOf(files).canon;
    canons.set(key, canon);
  }
  return canon;
}

function caretAmong(files: Files) {
  const [path, drawn] = Object.entries(files).find(([, text]) => text.includes('$0')) ?? [];
  if (path === undefined || drawn === undefined) throw new Error('no file has a caret, $0');
  const { [path]: _, ...others } = files;
  const canon = canonOf(others);
  const text = drawn.replace('$0', '');
  const entry = readEntry(path, text, canon.codex);
  return {
    known: knownAt(withEntries(canon, new Map([[path, entry]])), LATEST),
    entry,
    text,
    offset: drawn.indexOf('$0'),
  };
}

export function withChoice(text: string, choice: CompletionChoice): string {
  const edits = [...choice.edits, { span: choice.span, text: choiceText(choice) }].sort(
    (a, b) => b.span.start - a.span.start,
  );
  return edits.reduce((now, { span, text: put }) => now.slice(0, span.start) + put + now.slice(span.end), text);
}
