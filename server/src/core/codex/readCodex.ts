/** Reads codex.yaml: what it declares, the defaults for what it does not, and the problems. Never throws. */
import {
  type Chronology,
  makeChronology,
  readDate,
  readDateOfParts,
  type DateReading,
  type WorldDate,
} from '../chronology';
import { KEPT_ELSEWHERE, UNREADABLE } from '../text/unreadable';
import type { Problem } from '../text/problem';
import type { Span } from '../text/span';
import { namesIn, choiceWords } from '../schema/yamlShape';
import { quoted } from '../text/words';
import { readYaml } from '../yaml/readYaml';
import type { YamlMapping, YamlNode } from '../yaml/tree';
import { CALENDAR_KEYS, type CalendarPlaces, placesOf, readCalendars } from './calendars';
import { type Codex, keyOf } from './codex';
import { CODEX_KEYS, DATE_PARTS, GIT_CANON, TITLE_SOURCES } from './codexKeys';
import { readKin } from './kin';
import { type KnowerPlaces, knowerPlaces, mayHideSecrets, readKnowledgeKeys } from './knowledgeKeys';
import { readAttributes, readFields, readRules, readTypes } from './nameMaps';
import {
  fitGlobs,
  isEmptyConfig,
  type Placed,
  type ReportProblem,
  readKeys,
  readMapping,
  readConfigText,
  readTexts,
  readTruth,
  reportTo,
  readChoice,
} from './codexShapes';
import { type PresetName, PRESETS } from './presets';
import { readSources } from './sources';
import { readCampaigns } from './campaigns';

/** There are too many for one message. */
const KEYS_EXPLAINED = 'one that it knows, like fields, types, calendars, present, revisions, attributes or circles';

const MORTAL: readonly string[] = ['person', 'character', 'npc'];
const AT_THEIR_DATE: readonly string[] = ['event', 'scene', 'session', 'chapter', 'letter', 'chronicle', 'journal'];

export interface CodexReading {
  readonly codex: Codex;
  /** In order of their place. The code is `config/invalid`, except where a source lacks compliance. */
  readonly problems: readonly Problem[];
  /** The codes named under `rules`, for those who know which codes there are. */
  readonly ruleCodes: readonly Placed[];
  /** For those who know what the notes name and no calendar lists. */
  readonly calendarPlaces: CalendarPlaces;
  /** For those who know whose names they are. */
  readonly knowerPlaces: KnowerPlaces;
}

/** @param text what codex.yaml holds; null where the file is missing, which gives the defaults */
export function readCodex(text: string | null): CodexReading {
  const problems: Problem[] = [];
  const report = reportTo(problems);
  const root = text === null ? null : readRoot(text, report);
  // Where YAML itself is in doubt, who may know what is too.
  const isBroken = problems.length > 0;
  const pairs = root
    ? readKeys(report, withoutStray(report, root), 'codex.yaml', CODEX_KEYS, KEYS_EXPLAINED)
    : new Map();
  const at = (key: (typeof CODEX_KEYS)[number]): YamlNode | null => pairs.get(key)?.value ?? null;

  const chronology = makeChronology(readCalendars(report, at('calendars'), at('eras')));
  const { rules, codes } = readRules(report, at('rules'));
  const toldAt = isEmptyConfig(at('told_at')) ? AT_THEIR_DATE : textsOf(report, at('told_at'), 'told_at');
  const mortal = isEmptyConfig(at('mortal')) ? MORTAL : textsOf(report, at('mortal'), 'mortal');
  const attributes = readAttributes(report, at('attributes'));
  // Where two spellings share one name, the first has it.
  const attributeKeys = new Map([...attributes.keys()].reverse().map((name) => [keyOf(name), name]));
  const { compliance, ...sources } = readSources(report, at);
  const preset = readPreset(report, at('preset'));
  const knowledge = readKnowledgeKeys(report, at, isBroken || (root !== null && mayHideSecrets(root)));
  const codex: Codex = {
    chronology,
    ...readFields(report, at('fields'), preset),
    preset,
    inline: readTruth(report, pairs.get('inline')),
    titles: readTitles(report, at('titles')),
    types: readTypes(report, at('types')),
    attributes,
    attributeKeys,
    kin: readKin(report, at('kin'), (name) => (attributes.has(name) ? name : (attributeKeys.get(keyOf(name)) ?? name))),
    tiers: readTiers(report, at('tiers')),
    toldAt: new Set(toldAt.map((type) => type.toLowerCase())),
    mortal: new Set(mortal.map((type) => type.toLowerCase())),
    ...knowledge,
    ...readCampaigns(report, pairs.get('revisions'), pairs.get('campaigns'), knowledge.circles),
    ...sources,
    rules,
    present: readPresent(report, at('present'), chronology),
    established: readEstablished(report, at('established')),
    datedByGit: readDatedByGit(report, at('canon')),
    include: globsOf(report, at('include'), 'include'),
    exclude: globsOf(report, at('exclude'), 'exclude'),
    declared: text !== null,
  };
  return {
    codex,
    problems: [...problems, ...compliance].sort((a, b) => a.span.start - b.span.start),
    ruleCodes: codes,
    calendarPlaces: placesOf(pairs.get('calendars'), pairs.get('eras')),
    knowerPlaces: knowerPlaces(pairs.get('circles'), pairs.get('campaigns'), pairs.get('audience')),
  };
}

function readRoot(text: string, report: ReportProblem): YamlMapping | null {
  if (text === UNREADABLE || text === KEPT_ELSEWHERE) {
    report({ start: 0, end: 0 }, "codex.yaml can't be read. Until it can, nothing that it may hide is shown.");
    return null;
  }
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const { root, problems } = readYaml(text, { start, end: text.length });
  for (const { span, message } of problems) report(span, message);
  if (isEmptyConfig(root)) return null;
  if (root.kind === 'mapping') return root;
  const first = root.kind === 'sequence' ? (root.items[0]?.span ?? root.span) : root.span;
  report(first, 'codex.yaml is made of keys with values, like `present: 412 TA`.');
  return null;
}

/** Without the keys that belong into a calendar and stand at the top, which are reported here. */
function withoutStray(report: ReportProblem, root: YamlMapping): YamlMapping {
  const isStray = (key: string): boolean => key !== 'eras' && CALENDAR_KEYS.some((known) => known === keyOf(key));
  for (const { key } of root.pairs)
    if (isStray(key.text))
      report(key.content, `${quoted(key.text)} belongs in a calendar: move it to calendars, below the name of one.`);
  return { ...root, pairs: root.pairs.filter(({ key }) => !isStray(key.text)) };
}

const textsOf = (report: ReportProblem, node: YamlNode | null, what: string): readonly string[] =>
  readTexts(report, node, what).map(({ text }) => text);

const globsOf = (report: ReportProblem, node: YamlNode | null, what: string): readonly string[] =>
  fitGlobs(report, readTexts(report, node, what)).map(({ text }) => text);

const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

const readPreset = (report: ReportProblem, node: YamlNode | null): Codex['preset'] =>
  readChoice(report, node, 'preset', PRESET_NAMES, (written) => `"${written}" is not a system that Retcon knows`);

const TITLES = choiceWords(TITLE_SOURCES);

function readTitles(report: ReportProblem, node: YamlNode | null): Codex['titles'] {
  const problem = (written: string): string => `A title can't be taken from "${written}"`;
  return readChoice(report, node, 'titles', TITLES, problem, "file (the file's name) or heading");
}

function readTiers(report: ReportProblem, node: YamlNode | null): readonly string[] {
  const tiers = new Map<string, string>();
  for (const { text, span } of readTexts(report, node, 'tiers')) {
    const key = text.toLowerCase();
    if (tiers.has(key)) report(span, `The tier ${quoted(text)} is listed twice: keep only the one in the right place.`);
    else tiers.set(key, text);
  }
  return [...tiers.values()];
}

function readPresent(report: ReportProblem, node: YamlNode | null, chronology: Chronology): WorldDate | null {
  if (isEmptyConfig(node)) return null;
  const parts = node.kind === 'mapping' ? datePartsOf(report, node) : null;
  const written = parts ? { text: '', span: node.span } : readConfigText(report, node, 'present');
  if (!written) return null;
  const reading: DateReading = parts ? readDateOfParts(chronology, parts) : readDate(chronology, written.text);
  if (!reading.ok) {
    report(written.span, reading.message);
    return null;
  }
  if (reading.unknownEra !== undefined && chronology.declared) {
    report(written.span, `No calendar has the era ${quoted(reading.unknownEra)}: add it to one, or correct it here.`);
    return null;
  }
  return reading.date;
}

/** `{year: 412, month: 3, day: 12, era: TA}`. */
function datePartsOf(report: ReportProblem, node: YamlMapping) {
  const pairs = readKeys(report, node, 'a date', namesIn(DATE_PARTS));
  const part = (key: 'year' | 'month' | 'day' | 'era') => {
    const text = readConfigText(report, pairs.get(key)?.value ?? null, key)?.text;
    return text === undefined ? {} : { [key]: text };
  };
  const year = readConfigText(report, pairs.get('year')?.value ?? null, 'year');
  return year ? { year: year.text, ...part('month'), ...part('day'), ...part('era') } : null;
}

function readEstablished(report: ReportProblem, node: YamlNode | null): string | null {
  const written = readConfigText(report, node, 'established');
  if (!written) return null;
  if (/^git:\S+$/.test(written.text)) return written.text;
  const problem = `established is "${quoted(written.text)}"`;
  report(
    written.span,
    `${problem}: write git: and a tag, branch or commit, like git:book-one, or git:book-* for the newest of them.`,
  );
  return null;
}

function readDatedByGit(report: ReportProblem, node: YamlNode | null): Span | null {
  const mapping = readMapping(report, node, 'canon', '`canon: {from: git}`.');
  const from =
    mapping &&
    readConfigText(report, readKeys(report, mapping, 'canon', namesIn(GIT_CANON)).get('from')?.value ?? null, 'from');
  if (!from) return null;
  if (from.text.toLowerCase() === 'git') return from.span;
  report(
    from.span,
    `The canon can only come from git, not from "${quoted(from.text)}": write \`canon: {from: git}\`, or leave it out.`,
  );
  return null;
}
