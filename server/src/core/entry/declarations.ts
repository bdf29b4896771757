/** Reads `supersedes`, `retracts`, `restores` and `superseded_by`. */
import { keyOf } from '../codex/codex';
import { RETCON_KEYS } from '../codex/keys';
import { namesIn } from '../schema/yamlShape';
import { quoted } from '../text/words';
import type { Declaration, DeclarationKind, OnlyWritten, Ref } from './entry';
import {
  byKey,
  isEmptyNode,
  linkTarget,
  listItems,
  quotedSource,
  type FileReading,
  readFlag,
  readRef,
  readRefs,
  readTextValue,
  readWorldDate,
  reportSlips,
  shapeName,
  soleNode,
  reportWrongType,
} from './entryShapes';
import { isNearKnowledgeKey } from './knowledge';
import { mergedPairs, type YamlNode, type YamlPair } from '../yaml/tree';

const KINDS: readonly (readonly [key: string, DeclarationKind])[] = [
  ['supersedes', 'supersedes'],
  ['superseded_by', 'supersedes'],
  ['retracts', 'retracts'],
  ['restores', 'restores'],
];

/** The keys of a declaration, in the order of the documentation. */
export const DECLARATION_KEYS: readonly string[] = namesIn(RETCON_KEYS);

/** Of these, the keys that may stand beside the only retcon of a page, as editors of flat properties write them. */
const BESIDE: ReadonlySet<string> = new Set([
  'as_of',
  'effective',
  'reason',
  'only',
  'soft',
] satisfies readonly (keyof typeof RETCON_KEYS)[]);

/** The retcons of a page, and those of its keys that say something of the only one. @param unknown keys that mean nothing by themselves */
export function readDeclarations(
  reading: FileReading,
  pairs: ReadonlyMap<string, YamlPair>,
  unknown: readonly YamlPair[],
): { readonly declarations: readonly Declaration[]; readonly beside: ReadonlySet<YamlPair> } {
  if (!KINDS.some(([key]) => pairs.has(key))) return DECLARES_NOTHING;
  const items = KINDS.flatMap(([key, kind]) => {
    const pair = pairs.get(key);
    return pair ? listItems(reading, pair.value).map((item) => ({ pair, item, key, kind })) : [];
  });
  const flat = items.length === 1 ? unknown.filter(({ key }) => BESIDE.has(keyOf(key.text))) : [];
  const beside = new Map(flat.map((pair) => [keyOf(pair.key.text), pair]));
  const declarations = items.flatMap(
    ({ pair, item, key, kind }) => readDeclaration(reading, pair, item, key, kind, beside) ?? [],
  );
  return { declarations, beside: new Set(declarations.length > 0 ? beside.values() : []) };
}

/** Most pages. */
const DECLARES_NOTHING = { declarations: [], beside: new Set<YamlPair>() };

/** Whether a retcon has a key of its own for who knows it, which is valid only for a whole page. It is reported. */
export function keepsSecretApart(reading: FileReading, pairs: ReadonlyMap<string, YamlPair>): boolean {
  let isApart = false;
  for (const [declaring] of KINDS) {
    const value = pairs.get(declaring)?.value ?? null;
    for (const item of value?.kind === 'sequence' ? value.items : [value])
      for (const { key } of item?.kind === 'mapping' ? mergedPairs(item) : []) {
        const name = keyOf(key.text);
        if (DECLARATION_KEYS.includes(name) || !isNearKnowledgeKey(name)) continue;
        const message = `${key.text} can't be part of a retcon, so nobody sees this page: write it at the top of the page, for all of it.`;
        reportWrongType(reading, key.content, 'error', message);
        isApart = true;
      }
  }
  return isApart;
}

function readDeclaration(
  reading: FileReading,
  pair: YamlPair,
  item: YamlNode,
  key: string,
  kind: DeclarationKind,
  beside: ReadonlyMap<string, YamlPair>,
): Declaration | null {
  const bare = readRef(reading, item);
  const whole = {
    kind,
    fromOldEnd: key === 'superseded_by',
    span: item.span,
    key: { text: pair.key.text, span: pair.key.content },
  };
  // A page outside the codex is not an entry: it is left to the author.
  if (bare && /^[a-z][a-z0-9+.-]*:\/\//i.test(bare.text)) return null;
  if (bare) return { ...whole, target: bare, ...readParts(reading, beside) };
  if (isEmptyNode(item)) return null;
  if (item.kind !== 'mapping') {
    const expected = `${quoted(pair.key.text)} takes the id of an entry, or a group with \`id:\`, not ${shapeName(item)}.`;
    reportWrongType(reading, item.span, 'error', expected);
    return null;
  }
  const keys = byKey(reading, item);
  reportSlips(reading, item, DECLARATION_KEYS);
  const id = keys.get('id');
  const named = soleNode(reading, id?.value ?? null);
  const target = named && readRef(reading, named);
  if (target)
    return { ...whole, target, ...readParts(reading, beside.size === 0 ? keys : new Map([...beside, ...keys])) };
  reportWrongType(
    reading,
    id?.value?.span ?? item.span,
    'error',
    `${quotedSource(reading, item.span)} names no entry: write \`id:\` and the id of the entry that it ${kind}.`,
  );
  return null;
}

type Parts = Pick<Declaration, 'asOf' | 'effective' | 'reason' | 'sources' | 'only' | 'soft'>;

/** The keys of a group beside the entry that it names. */
export function readParts(reading: FileReading, keys: ReadonlyMap<string, YamlPair>): Parts {
  const part = <T>(name: string, read: (pair: YamlPair) => T): T | null => {
    const found = keys.get(name);
    return found ? read(found) : null;
  };
  return {
    asOf: part('as_of', (found) => readAsOf(reading, found)),
    effective: part('effective', (found) => readEffective(reading, found)),
    reason: part('reason', (found) => readTextValue(reading, found, 'error')),
    sources: part('sources', (found) => readSources(reading, found)),
    only: part('only', (found) => readOnly(reading, found)),
    soft: part('soft', (found) => readFlag(reading, found, 'error')) ?? false,
  };
}

/** Null if none could be read: the sources of the entry then count. `[]` means that there are none. */
function readSources(reading: FileReading, pair: YamlPair): Declaration['sources'] {
  const refs = readRefs(reading, pair, 'error');
  const isNone = pair.value?.kind === 'sequence' && pair.value.items.length === 0;
  return refs.length > 0 || isNone ? refs : null;
}

/** An in-world date; `supersedes/as-of-mismatch` reports a revision's name. */
function readAsOf(reading: FileReading, pair: YamlPair): Declaration['asOf'] {
  const value = soleNode(reading, pair.value);
  const text = value?.kind === 'scalar' ? value.text.trim() : '';
  if (value?.kind === 'scalar' && reading.codex.revisions.some((revision) => revision.id === text))
    return { text, span: value.content, date: null };
  return readWorldDate(reading, pair, 'error');
}

function readEffective(reading: FileReading, pair: YamlPair): Declaration['effective'] {
  const value = soleNode(reading, pair.value);
  if (value?.kind === 'scalar' && /^always$/i.test(value.text.trim()))
    return { text: 'always', span: value.content, date: null, always: true };
  const written = readWorldDate(reading, pair, 'error');
  return written?.date ? { ...written, always: false } : null;
}

/** If nothing could be read, there is no limit. */
function readOnly(reading: FileReading, pair: YamlPair): OnlyWritten[] | null {
  const only = readRefs(reading, pair, 'error').map(({ text, span }) => {
    const [name = '', ...rest] = text.split(/ = (.*)/s, 2);
    const dot = name.lastIndexOf('.');
    const [value = null] = rest.map((one): Ref => {
      const target = linkTarget(one.trim());
      return { text: target ?? one.trim(), span, linked: target !== null };
    });
    return {
      text,
      span,
      entity: dot < 0 ? null : name.slice(0, dot).trim(),
      attribute: name.slice(dot + 1).trim(),
      value,
    };
  });
  return only.length > 0 ? only : null;
}
