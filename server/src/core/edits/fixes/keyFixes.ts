/** Fixes of keys, of the shapes of their values, and of codex.yaml. */
import { cutShort } from '../../text/words';
import { keyOf, spellingOf } from '../../codex/codex';
import { frontmatterTree, cutFrontmatter, missedFrontmatter, addTopKey } from '../../entry/frontmatter';
import { applied, type Edit, inTurn } from '../../text/problem';
import { lastOfTurn } from '../../text/groups';
import { slipsBetween } from '../../text/nearNames';
import type { Span } from '../../text/span';
import { removeKey, addItemsTo, takenOver, addKeys, type YamlEdit } from '../../yaml/editYaml';
import {
  asWritten,
  pairAround,
  placeOfSpan,
  type YamlMapping,
  type YamlNode,
  type YamlPair,
  valueOf,
  type YamlValue,
} from '../../yaml/tree';
import { oddBlankIn, withPlainBlanks } from '../../yaml/oddBlanks';
import { readYaml } from '../../yaml/readYaml';
import { eolAt, scalarText } from '../../yaml/writeYaml';
import { fromRule, type Mend, type Offer, offer, nodeAtSpan, entryText, type MendContext, replaced } from './mend';
import { CODEX_FILE } from '../../codex/codexShapes';
import { codexFileEdit, newCodexFile, setsName, UNCHANGED } from '../refactor/codexFile';
import { sessionName } from '../../codex/revisions';
import { isLikeADay, revisionNow } from '../../rules/canon';
import { resolve } from '../../canon';

/** Keys whose values are lists and can be merged. */
const LISTS: ReadonlySet<string> = new Set([
  'aliases',
  'supersedes',
  'superseded_by',
  'retracts',
  'restores',
  'disputes',
  'sources',
  'reviewed',
  'summarises',
]);

/** Corrects a misspelt key, unless the page has the correct one too. A key that may hide something is not a sure fix. */
export const mendMisspeltKey: Mend = (context, problem) => {
  const beside = pairAround(nodeAtSpan(context, problem.span))?.mapping;
  const taken = beside ? keysOf(beside) : new Set<string>();
  const written = keyOf(entryText(context).slice(problem.span.start, problem.span.end));
  const isNear = ({ edits }: Offer): boolean => edits.every(({ text }) => slipsBetween(written, keyOf(text)) < 2);
  return fromRule(context, problem)
    .filter(({ edits }) => !edits.some(({ text }) => taken.has(keyOf(text))))
    .map((fix) => (isNear(fix) ? fix : { ...fix, isPreferred: false }));
};

/** The keys of a mapping, memoized since each of its keys needs them. */
const keysOf = lastOfTurn(
  ({ pairs }: YamlMapping): ReadonlySet<string> => new Set(pairs.map(({ key }) => keyOf(key.text))),
);

/** Removes one of two equal pairs, merges two lists, or offers either of two values. */
export const mendDuplicateKey: Mend = (context, problem) => {
  const text = entryText(context);
  const around = pairAround(nodeAtSpan(context, problem.span));
  if (!around) return [];
  const { mapping, pair } = around;
  const key = keyOf(pair.key.text);
  const first = mapping.pairs.find((one) => one !== pair && keyOf(one.key.text) === key);
  if (!first || mapping.pairs.indexOf(pair) < mapping.pairs.indexOf(first)) return [];
  const goes = (one: YamlPair): Edit | null => removeKey(text, mapping, one);
  const name = pair.key.text;
  const { path } = context.entry;
  if (JSON.stringify(valueOf(first.value)) === JSON.stringify(valueOf(pair.value)) || pair.value === null)
    return offer(`Take the second ${name} out`, path, goes(pair));
  if (first.value === null) return offer(`Take the empty ${name} out`, path, goes(first));
  return [
    ...(LISTS.has(key) ? offer(`Make one list of both ${name}`, path, joined(text, mapping, first, pair)) : []),
    ...offer(`Keep ${excerpt(text, first.value)}`, path, goes(pair), { isPreferred: false }),
    ...offer(`Keep ${excerpt(text, pair.value)}`, path, goes(first), { isPreferred: false }),
  ];
};

/** The start of a value on one line, for a title. */
const excerpt = (text: string, { span }: YamlNode): string => cutShort(40, text.slice(span.start, span.end));

/** Appends the items of the second list to the first. */
function joined(text: string, mapping: YamlMapping, first: YamlPair, second: YamlPair): readonly Edit[] {
  const { value } = second;
  const has = new Set(itemsOf(first.value).map((item) => JSON.stringify(valueOf(item))));
  const more = itemsOf(value).filter((item) => !has.has(JSON.stringify(valueOf(item))));
  if (more.some(repeatsKey)) return [];
  const at = first.key.span;
  return inTurn(text, [
    (now) => removeKey(now, mapping, second),
    (now) => {
      const place = more.length > 0 ? pairAround(placeOfSpan(frontmatterTree(now), at)) : null;
      const taken = more.map((item) => takenOver(text, item, true));
      return place && addItemsTo(now, place.mapping, place.pair, taken);
    },
  ]);
}

/** Whether a mapping has a key twice, so that it can't be rewritten as a whole. */
const repeatsKey = (node: YamlNode): boolean =>
  node.kind === 'mapping' && new Set(node.pairs.map(({ key }) => key.text)).size < node.pairs.length;

const itemsOf = (node: YamlNode | null): readonly YamlNode[] =>
  node === null ? [] : node.kind === 'sequence' ? node.items : [node];

/** Candidates for lines that YAML can't read, offered if the frontmatter has fewer YAML errors then. */
export const mendInvalidYaml: Mend = (context, { span }) => {
  const text = entryText(context);
  const cut = cutFrontmatter(text);
  if (!cut) return [];
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const feed = text.indexOf('\n', start);
  const end = feed === -1 ? text.length : feed;
  const line = text.slice(start, end).replace(/\r$/, '');
  const before = faultsIn(text, cut.yaml);
  const seen = new Set<string>();
  return candidates(line).flatMap(({ title, line: mended }): Offer[] => {
    const edit = { span: { start, end: start + line.length }, text: mended };
    const grown = mended.length - line.length;
    const faults = faultsIn(applied(text, edit), { start: cut.yaml.start, end: cut.yaml.end + grown });
    if (mended === line || seen.size > 0 || faults >= before) return [];
    seen.add(mended);
    return offer(title, context.entry.path, inTurn(text, [() => edit]));
  });
};

const faultsIn = (text: string, yaml: Span): number => readYaml(text, yaml).problems.length;

const LINE = /^(\s*(?:- +)*)([^\s"'[{#][^:]*?\s*:|)(\s*)(.*?)(\s+#.*|\s*)$/;

/** Possible corrections of a line. */
function candidates(line: string): { title: string; line: string }[] {
  const found: { title: string; line: string }[] = [];
  if (/^\s*\t/.test(line)) {
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    found.push({ title: 'Indent with spaces', line: indent.replaceAll('\t', '  ') + line.slice(indent.length) });
  }
  if (oddBlankIn(line) !== undefined) found.push({ title: 'Write plain spaces', line: withPlainBlanks(line) });
  const parts = LINE.exec(line);
  if (!parts) return found;
  const [, indent = '', key = '', gap = '', value = '', note = ''] = parts;
  const head = indent + key + (key === '' ? '' : ' ');
  if (key !== '' && gap === '' && value !== '') {
    found.push({ title: 'Put a space after the colon', line: head + value + note });
  }
  if (value === '') return found;
  for (const [open, close] of [
    ['"', '"'],
    ["'", "'"],
    ['[', ']'],
    ['{', '}'],
  ] as const) {
    if (value.startsWith(open) && !value.endsWith(close))
      found.push({ title: `Close it with ${close}`, line: head + value + close + note });
  }
  const links = [...value.matchAll(/\[\[[^[\]]*\]\]/g)].map(([link]) => link);
  if (links.length > 1 && value.replace(/\[\[[^[\]]*\]\]/g, '').replace(/[\s,]/g, '') === '')
    found.push({
      title: 'Make a list of the links',
      line: `${head}[${links.map((one) => `"${one}"`).join(', ')}]${note}`,
    });
  found.push({ title: 'Put quotes around it', line: head + scalarText(value, { like: 'double' }) + note });
  return found;
}

/** Adds the closing dashes between frontmatter and prose. */
export const mendUnclosed: Mend = (context) => {
  const text = entryText(context);
  const cut = cutFrontmatter(text);
  if (!cut || cut.closed) return [];
  const at = cut.yaml.end;
  const eol = eolAt(text, cut.fence.end);
  const before = text[at - 1] === '\n' ? '' : eol;
  return offer('Close it with ---', context.entry.path, { span: { start: at, end: at }, text: `${before}---${eol}` });
};

/** Takes blanks away that stand above the frontmatter, and puts comments below it. */
export const mendNotAtTheTop: Mend = (context) => {
  const text = entryText(context);
  const missed = cutFrontmatter(text) ? null : missedFrontmatter(text);
  if (!missed) return [];
  const { above, fence, body } = missed;
  const eol = eolAt(text, fence.end);
  const comment = text.slice(above.start, above.end).trim();
  const before = text[body - 1] === '\n' ? '' : eol;
  return offer(comment === '' ? 'Take out the blank space above it' : 'Put the comment below it', context.entry.path, [
    { span: above, text: '' },
    ...(comment === '' ? [] : [{ span: { start: body, end: body }, text: `${before}${comment}${eol}` }]),
  ]);
};

/** Sets a name in a group of codex.yaml. */
export const inCodexFile = (context: MendContext, title: string, group: string, name: string, value: string): Offer[] =>
  under(context, title, group, { [name]: value }, setsName(name, value));

/** Declares attributes that are not declared yet, each with its kind. */
export const attributesInCodexFile = (
  context: Pick<MendContext, 'textOf'>,
  title: string,
  kinds: Readonly<Record<string, string>>,
): Offer[] =>
  under(context, title, 'attributes', kinds, (text, _tree, { value }) => {
    if (value?.kind !== 'mapping') return null;
    const declared = new Set(value.pairs.map(({ key }) => keyOf(key.text)));
    const rest = Object.entries(kinds).filter(([name]) => !declared.has(keyOf(name)));
    return rest.length === 0 ? UNCHANGED : addKeys(text, value, Object.fromEntries(rest));
  });

/** Has a property mean what a key of ours means, beside the names that the key has already. */
export const spellingInCodexFile = (
  context: Pick<MendContext, 'textOf'>,
  title: string,
  key: string,
  spelling: string,
): Offer[] =>
  under(context, title, 'fields', { [key]: [key, spelling] }, (text, _tree, { value }) => {
    if (value?.kind !== 'mapping') return null;
    const own = value.pairs.find((pair) => keyOf(pair.key.text) === key);
    return own ? addItemsTo(text, value, own, [spelling]) : addKeys(text, value, { [key]: [key, spelling] });
  });

/** Appends an item to a list of codex.yaml. */
export const atEndInCodexFile = (context: MendContext, title: string, list: string, value: string): Offer[] =>
  under(context, title, list, [value], (text, tree, pair) => addItemsTo(text, tree, pair, [value]));

/** Changes a key at the top of codex.yaml, or adds it with its first value; a codex without the file gets one. */
function under(
  context: Pick<MendContext, 'textOf'>,
  title: string,
  key: string,
  first: YamlValue,
  change: (text: string, tree: YamlMapping, pair: YamlPair) => YamlEdit | null,
): Offer[] {
  const text = context.textOf(CODEX_FILE);
  if (text === null)
    return [{ title, creates: [{ file: CODEX_FILE, text: newCodexFile(key, first) }], edits: [], isPreferred: false }];
  return offer(title, CODEX_FILE, codexFileEdit(text, key, first, change), { isPreferred: false });
}

/** Adds the revision that is being written as `canon`. */
export const mendCanonMissing: Mend = (context) => {
  const { codex } = context.known.canon;
  const revision = revisionNow(codex);
  if (revision === undefined) return [];
  const name = spellingOf(codex, 'canon');
  return offer(`Add ${name}: ${revision}`, context.entry.path, addTopKey(entryText(context), codex, 'canon', revision));
};

/** Corrects to a near revision, or lists the new one last. */
export const mendUnknownRevision: Mend = (context, problem) => {
  const text = context.entry.unknownCanon?.text ?? '';
  if (isLikeADay(text)) return [];
  const fixes = fromRule(context, problem).map((fix) => ({ ...fix, isPreferred: true }));
  const [, campaign = '', session = ''] = /^(.+?)\/(.+)$/.exec(text) ?? [];
  const title = `List ${text} as the latest revision in codex.yaml`;
  return context.known.canon.codex.campaigns.has(campaign)
    ? [...fixes, ...asLatestSession(context, campaign, session)]
    : [...fixes, ...atEndInCodexFile(context, title, 'revisions', text)];
};

/** Lists a session of a campaign as its latest. It is still being written, since sessions that are not have a date. */
function asLatestSession(context: MendContext, campaign: string, id: string): Offer[] {
  const item = { id, open: asWritten('true') };
  const title = `List ${sessionName(campaign, id)} as the latest session in codex.yaml`;
  return under(context, title, 'campaigns', { [campaign]: { sessions: [item] } }, (text, _, { value }) => {
    const own = mappingIn(value)?.pairs.find(({ key }) => key.text.normalize('NFC').trim() === campaign);
    const keys = mappingIn(own?.value);
    const sessions = keys?.pairs.find(({ key }) => keyOf(key.text) === 'sessions');
    if (!keys) return null;
    return sessions ? addItemsTo(text, keys, sessions, [item]) : addKeys(text, keys, { sessions: [item] });
  });
}

const mappingIn = (node: YamlNode | null | undefined): YamlMapping | null => (node?.kind === 'mapping' ? node : null);

/** Replaces a duplicate id by that of the file's name, else by the same id with the next number. */
export const mendDuplicateId: Mend = (context, problem) => {
  const fixes = fromRule(context, problem);
  const id = context.entry.writtenId?.text;
  if (fixes.length > 0 || id === undefined) return fixes;
  const [, stem = id, number = '1'] = /^(.*?)-(\d+)$/.exec(id) ?? [];
  for (let next = Number(number) + 1; ; next++) {
    const free = `${stem}-${next}`;
    if (resolve(context.known, free).kind !== 'none') continue;
    return offer(
      `Change to ${free}`,
      context.entry.path,
      replaced(entryText(context), context.entry.path, problem.span, free),
    );
  }
};
