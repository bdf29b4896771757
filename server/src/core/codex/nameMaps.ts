/** Reads the parts of codex.yaml that map names to words: fields, types, attributes, rules. */
import { choiceWords } from '../schema/yamlShape';
import type { Severity } from '../text/problem';
import { quoted } from '../text/words';
import { ATTRIBUTE_KINDS, RULE_SEVERITIES } from './codexKeys';
import type { YamlNode } from '../yaml/tree';
import { type AttributeKind, type Codex, keyOf, tagKey, type TypeRule } from './codex';
import { presetOf } from './presets';
import { KNOWN_KEYS } from './keys';
import {
  fitGlobs,
  isEmptyConfig,
  notAmong,
  type Placed,
  type ReportProblem,
  readKeys,
  readMapping,
  readConfigText,
  readTexts,
} from './codexShapes';

const KINDS: readonly AttributeKind[] = choiceWords(ATTRIBUTE_KINDS);
const KINDS_EXPLAINED = 'constant (one value for all time), state (one at a time) or set (any number)';
const SEVERITIES: readonly (Severity | 'off')[] = choiceWords(RULE_SEVERITIES);
const FIELDS: readonly string[] = KNOWN_KEYS.map(({ key }) => key);
const FIELDS_EXPLAINED = 'a key that it knows, like id, title, aliases, type, date or until';

/** Known key → the spellings that mean it, as `keyOf` gives them; and those as they are written. */
export function readFields(report: ReportProblem, node: YamlNode | null, preset: Codex['preset'] = null) {
  const fields = new Map<string, readonly string[]>();
  const written = new Map<string, string>();
  readWrittenFields(report, node, fields, written);
  const taken = new Set([...fields.values()].flat());
  for (const [known, names] of Object.entries(presetOf({ preset })?.fields ?? {})) {
    if (fields.has(known)) continue;
    for (const name of names) if (!written.has(keyOf(name))) written.set(keyOf(name), name);
    fields.set(
      known,
      [...new Set(names.map(keyOf))].filter((spelling) => !taken.has(spelling)),
    );
  }
  return { fields, spellings: written };
}

function readWrittenFields(
  report: ReportProblem,
  node: YamlNode | null,
  fields: Map<string, readonly string[]>,
  written: Map<string, string>,
): void {
  const mapping = readMapping(report, node, 'fields', 'the key that Retcon knows, and yours, like `date: born`.');
  if (!mapping) return;
  const owners = new Map<string, string>();
  for (const [known, { value }] of readKeys(report, mapping, "Retcon's to rename", FIELDS, FIELDS_EXPLAINED)) {
    const spellings = new Set<string>();
    for (const { text, span } of readTexts(report, value, known)) {
      const spelling = keyOf(text);
      const owner = owners.get(spelling) ?? known;
      if (owner === known) spellings.add(spelling);
      else
        report(
          span,
          `${quoted(text)} stands for ${owner} already, and can't mean ${known} as well: keep it in one place.`,
        );
      owners.set(spelling, owner);
      if (!written.has(spelling)) written.set(spelling, text);
    }
    // An empty list says that the key means something else here.
    const isNone = value?.kind === 'sequence' && value.items.length === 0;
    if (spellings.size > 0 || isNone) fields.set(known, [...spellings]);
  }
}

/** The types that notes have by their folder or their tags. */
export function readTypes(report: ReportProblem, node: YamlNode | null): readonly TypeRule[] {
  const example = 'a folder or a tag, and the type of the notes there, like `"People/**": person`.';
  const mapping = readMapping(report, node, 'types', example);
  const rules = (mapping?.pairs ?? []).flatMap(({ key, value }): (TypeRule & Placed)[] => {
    const [place, span] = [key.text.normalize('NFC').trim(), key.span];
    const isTag = place.startsWith('#');
    if (place === '' || (isTag && tagKey(place) === '')) {
      report(span, `"${quoted(key.text)}" names no folder and no tag: write one, like "People/**" or "#npc".`);
      return [];
    }
    if (isEmptyConfig(value)) {
      report(
        span,
        `What type do notes ${isTag ? 'with' : 'in'} ${quoted(place)} have? Write it after the colon, like \`"${quoted(place)}": person\`.`,
      );
      return [];
    }
    const type = readConfigText(report, value, place)?.text;
    if (type === undefined) return [];
    return [{ type, text: place, span, ...(isTag ? { glob: null, tag: tagKey(place) } : { glob: place, tag: null }) }];
  });
  const fit = new Set(
    fitGlobs(
      report,
      rules.filter(({ glob }) => glob !== null),
    ),
  );
  return rules
    .filter((rule) => rule.glob === null || fit.has(rule))
    .map(({ type, glob, tag }) => ({ type, glob, tag }));
}

export function readAttributes(report: ReportProblem, node: YamlNode | null): ReadonlyMap<string, AttributeKind> {
  const attributes = new Map<string, AttributeKind>();
  const mapping = readMapping(report, node, 'attributes', 'name and kind, like `founder: constant`.');
  for (const { key, value } of mapping?.pairs ?? []) {
    const name = key.text.normalize('NFC').trim();
    if (attributes.has(name)) continue; // the YAML reader has reported the second of two equal keys
    const kind = readKind(report, { text: name, span: key.content }, value);
    if (kind) attributes.set(name, kind);
  }
  return attributes;
}

function readKind(report: ReportProblem, name: Placed, node: YamlNode | null): AttributeKind | null {
  if (isEmptyConfig(node)) {
    report(name.span, `What kind of attribute is ${quoted(name.text)}? Write ${KINDS_EXPLAINED}.`);
    return null;
  }
  if (node.kind !== 'scalar') {
    const inner = node.kind === 'mapping' ? node.pairs.find(({ key }) => keyOf(key.text) === 'kind')?.value : null;
    const kind = inner?.kind === 'scalar' ? KINDS.find((known) => known === keyOf(inner.text)) : undefined;
    report(node.span, `The kind comes right after the name: write \`${quoted(name.text)}: ${kind ?? 'state'}\`.`, kind);
    return null;
  }
  const written = readConfigText(report, node, name.text);
  const kind = written && KINDS.find((known) => known === keyOf(written.text));
  if (written && !kind)
    notAmong(report, written, `"${quoted(written.text)}" is not a kind of attribute`, KINDS, KINDS_EXPLAINED);
  return kind ?? null;
}

/** What each code is reported as, and the codes as they were written. Whether a code exists is not known here. */
export function readRules(report: ReportProblem, node: YamlNode | null) {
  const rules = new Map<string, Severity | 'off'>();
  const codes: Placed[] = [];
  const mapping = readMapping(report, node, 'rules', 'code and severity, like `link/unknown: off`.');
  for (const { key, value } of mapping?.pairs ?? []) {
    const code = { text: key.text.trim(), span: key.content };
    if (!/^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/.test(code.text)) {
      report(
        code.span,
        `"${quoted(code.text)}" is not the code of a rule: write it as the problem shows it, like link/unknown.`,
      );
      continue;
    }
    codes.push(code);
    const written = isEmptyConfig(value) ? null : readConfigText(report, value, code.text);
    const severity = written && SEVERITIES.find((known) => known === written.text.toLowerCase());
    if (severity) rules.set(code.text, severity);
    else if (written) notAmong(report, written, `"${quoted(written.text)}" is not a severity`, SEVERITIES);
    else if (isEmptyConfig(value))
      report(code.span, `How should ${quoted(code.text)} be reported? Write off, error, warning, info or hint.`);
  }
  return { rules, codes };
}
