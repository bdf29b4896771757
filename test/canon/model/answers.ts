/** A small codex as the frontmatter of its files, and its answers, as lines. */
import type { Canon } from '../../../server/src/core/canon';
import type { AskResult } from '../../../server/src/core/tools/asked/question';
import { canonOf } from '../world';
import { askLookup, askWasTrueAt } from '../../support/ask';

export type Files = Readonly<Record<string, string>>;

interface Value {
  readonly value: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly superseded_by: string | null;
}

export interface AnswerJson {
  readonly attribute: string;
  readonly is_disputed: boolean;
  readonly values: readonly Value[];
}

const made = new WeakMap<Files, Canon>();

/**
 * Each file is its frontmatter; `codex.yaml` as it is. The same files give one canon, however many questions are asked.
 */
export function codex(files: Files): Canon {
  const canon = made.get(files) ?? canonFrom(files);
  made.set(files, canon);
  return canon;
}

function canonFrom(files: Files): Canon {
  const texts = Object.entries(files).map(([path, text]): [string, string] =>
    path === 'codex.yaml' ? [path, text] : [`${path}.md`, `---\n${text.trim()}\n---\n`],
  );
  const all = new Map(texts);
  const config = all.get('codex.yaml') ?? '';
  all.delete('codex.yaml');
  return canonOf(all, config);
}

export function json(answered: AskResult): Record<string, unknown> {
  if (!answered.ok) throw new Error(answered.failure.message);
  return answered.json;
}

/** `maric [200 TA, 412 TA)`; an attribute in dispute begins with `!`. */
export function answerLines(
  files: Files,
  entity: string,
  options: { at?: string; asOf?: string; attribute?: string } = {},
): string[] {
  const answer = json(askWasTrueAt(codex(files), { entity, ...options }));
  return lines(answer.facts as AnswerJson[]);
}

export const lines = (facts: readonly AnswerJson[]): string[] =>
  facts.flatMap(({ is_disputed, values }) =>
    values.map(({ value, from, until }) => `${is_disputed ? '!' : ''}${value} [${from ?? ''}, ${until ?? ''})`),
  );

export const standing = (files: Files, name: string, asOf?: string): unknown =>
  (json(askLookup(codex(files), { name, asOf })).entry as { standing: string }).standing;
