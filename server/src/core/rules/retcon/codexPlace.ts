/** The place in codex.yaml of the change that makes pages mean something else: not of any that stands above it. */
import { declarationsOf } from '../../chronology';
import type { Codex } from '../../codex/codex';
import { keyOf } from '../../codex/codex';
import { lineIndex } from '../../text/lines';
import type { Span } from '../../text/span';
import type { Compared } from './baselineComparison';

/** The keys that answers depend on, with what each makes of the codex. */
const KEYS: readonly (readonly [keys: readonly string[], part: (codex: Codex) => unknown])[] = [
  [['calendars', 'eras'], ({ chronology }) => declarationsOf(chronology)],
  [['fields'], ({ fields }) => [...fields]],
  [['titles'], ({ titles }) => titles],
  [['attributes'], ({ attributes }) => [...attributes]],
  [['tiers'], ({ tiers }) => tiers],
  [['include'], ({ include }) => include],
  [['exclude'], ({ exclude }) => exclude],
  [['canon'], ({ datedByGit }) => datedByGit !== null],
  [['revisions'], ({ revisions }) => revisions],
];

/** The first line that differs under one of the keys that answers depend on, in the text of now. */
export function codexPlace({ baselineAsRead, baseline, codexTexts }: Compared): Span {
  const [was, is] = [codexTexts.baseline ?? '', codexTexts.now ?? ''];
  const [then, now] = [baselineAsRead?.canon.codex, baseline.canon.codex];
  const keys = KEYS.flatMap(([names, part]) => (then && asText(part(then)) !== asText(part(now)) ? names : []));
  return differingLine(was, is, keys);
}

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one instanceof Map ? [...one] : typeof one === 'number' ? String(one) : one,
  );

/** The first line of the new text that differs below one of some top keys; else the first of all. */
export function differingLine(was: string, is: string, keys: readonly string[]): Span {
  const [before, after] = [was, is].map((text) => blocksOf(text));
  const lines = lineIndex(is);
  for (const key of keys) {
    const [then, now] = [before?.get(key), after?.get(key)];
    if (!now || now.lines.join('\n') === then?.lines.join('\n')) continue;
    const at = now.lines.findIndex((line, i) => line !== then?.lines[i]);
    return lineSpan(lines, now.first + (at < 0 ? now.lines.length - 1 : at));
  }
  const [then, now] = [was, is].map((text) => text.split(/\r?\n/));
  const at = now?.findIndex((line, i) => line !== then?.[i]) ?? 0;
  return lineSpan(lines, at < 0 ? lines.count() - 1 : at);
}

const lineSpan = (lines: ReturnType<typeof lineIndex>, line: number): Span => ({
  start: lines.offsetAt({ line, character: 0 }),
  end: lines.offsetAt({ line, character: Infinity }),
});

interface Block {
  readonly first: number;
  readonly lines: string[];
}

/** The lines of each top key. */
function blocksOf(text: string): ReadonlyMap<string, Block> {
  const blocks = new Map<string, Block>();
  let block: Block | null = null;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const key = /^["']?([A-Za-z][\w -]*?)["']?\s*:(?:\s|$)/.exec(line)?.[1];
    if (key !== undefined) blocks.set(keyOf(key), (block = { first: i, lines: [] }));
    if (line.trim() !== '' && !line.trimStart().startsWith('#')) block?.lines.push(line);
    else block?.lines.push('');
  }
  for (const one of blocks.values()) while (one.lines.length > 1 && one.lines.at(-1) === '') one.lines.pop();
  return blocks;
}
