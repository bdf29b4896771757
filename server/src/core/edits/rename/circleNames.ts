/** The names of knowers that codex.yaml gives, under `circles` and `audience`: they follow when somebody is called otherwise. */
import { CODEX_FILE } from '../../codex/codexShapes';
import { keyOf } from '../../codex/codex';
import type { TextEdit } from '../../text/change';
import type { Span } from '../../text/span';
import { readYaml } from '../../yaml/readYaml';
import type { YamlMapping, YamlNode, YamlScalar } from '../../yaml/tree';
import { linkTarget } from '../../entry/entryShapes';
import { respellIn } from './respell';

/** @param text of codex.yaml @param called what a name is to be instead; null: it stays */
export function circleEdits(text: string, called: (name: string, linked: boolean) => string | null): TextEdit[] {
  const root = codexTree(text);
  if (!root) return [];
  return [...namesIn(root)].flatMap((scalar): TextEdit[] => {
    const target = linkTarget(scalar.text);
    const name = (target ?? scalar.text).normalize('NFC').trim();
    const next = called(name, target !== null);
    const at = { text: name, span: inside(text, scalar, target), linked: target !== null };
    const edit = next === null ? null : respellIn(root, text, at, next);
    return edit ? [{ file: CODEX_FILE, ...edit, group: 'Who knows' }] : [];
  });
}

/** What codex.yaml holds; null where it is made of no keys. */
export function codexTree(text: string): YamlMapping | null {
  const { root } = readYaml(text, { start: text.startsWith('\uFEFF') ? 1 : 0, end: text.length });
  return root?.kind === 'mapping' ? root : null;
}

/** The place of a name between `[[` and `]]`, or of the whole. */
function inside(text: string, { content }: YamlScalar, target: string | null): Span {
  const start = target === null ? -1 : text.indexOf(target, content.start);
  return start < 0 ? content : { start, end: start + (target ?? '').length };
}

function* namesIn({ pairs }: YamlMapping): Generator<YamlScalar> {
  for (const { key, value } of pairs) {
    const name = keyOf(key.text);
    if (value?.kind !== 'mapping' || (name !== 'circles' && name !== 'audience')) continue;
    for (const inner of value.pairs) {
      if (name === 'circles') yield inner.key;
      yield* scalarsIn(inner.value);
    }
  }
}

function* scalarsIn(node: YamlNode | null): Generator<YamlScalar> {
  if (node?.kind === 'scalar') yield node;
  else if (node?.kind === 'sequence') for (const item of node.items) yield* scalarsIn(item);
}
