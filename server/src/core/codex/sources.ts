/** Where texts come from (model §12): reads `mode`, `registry` and `banned_terms`, and finds the source of a file. */
import { type Codex, type Source, keyOf, type Mode } from './codex';
import { globTest, type PathTest } from './globs';
import { namesIn, choiceWords } from '../schema/yamlShape';
import type { Problem } from '../text/problem';
import { MODE_WORDS, SOURCE } from './codexKeys';
import { cutShort, listWords, quoted } from '../text/words';
import type { YamlMapping, YamlNode, YamlPair } from '../yaml/tree';
import { termCost } from './bannedTerms';
import {
  isEmptyConfig,
  type Placed,
  type ReportProblem,
  readConfigText,
  readKeys,
  readMapping,
  readTexts,
  fitGlobs,
  readChoice,
} from './codexShapes';

/** What the file's text comes from: the last listed source that matches; else the codex itself. */
export function sourceAt(codex: Codex, path: string): Source {
  const { registry } = codex;
  const listed = registry.length === 0 ? undefined : testsOf(registry).findLast(({ isFrom }) => isFrom(path));
  return listed?.source ?? ownSource(codex);
}

/** The source of the registry that has an id, ignoring case; of several the first. */
export function sourceCalled({ registry }: Pick<Codex, 'registry'>, id: string): Source | undefined {
  let named = sourcesNamed.get(registry);
  if (!named)
    sourcesNamed.set(registry, (named = new Map([...registry].reverse().map((one) => [one.id.toLowerCase(), one]))));
  return named.get(id.toLowerCase());
}

const sourcesNamed = new WeakMap<readonly Source[], ReadonlyMap<string, Source>>();

/** Whether the file's text is given to a reader. Where codex.yaml sets no mode, all of them are. */
export const isInMode = (codex: Codex, path: string): boolean =>
  codex.mode === null || sourceAt(codex, path).for === codex.mode;

/** An origin, as a text cites it. */
export type Citation = Pick<Source, 'id' | 'version'>;

/** `canon-core@0.1.0` */
export const citationOf = ({ id, version }: Citation): string => `${id}@${version}`;

/** What a text cites; null where it is something else, like a sentence, a link or an address of mail. */
export function citationIn(text: string): Citation | null {
  const [whole, id = '', version = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(text.trim()) ?? [];
  return whole === undefined || id.includes('://') || MAIL_HOST.test(version) ? null : { id, version };
}

const MAIL_HOST = /^[a-z-]+(?:\.[a-z-]+)*\.[a-z]{2,}$/i;

/** Whether a text of this codex can come from what is cited. */
export const isCitable = (codex: Codex, { id, version }: Citation): boolean =>
  citableSources(codex).some((one) => one.id.toLowerCase() === id.toLowerCase() && one.version === version);

/** Every source that a text of this codex can come from, in the order of the list, the codex itself last. */
export const citableSources = (codex: Codex): readonly Source[] => [...codex.registry, ownSource(codex)];

/** What has no listed source belongs to the codex, as of its newest revision that is not open. */
export const ownSource = ({ revisions }: Pick<Codex, 'revisions'>): Source => {
  let own = ownSources.get(revisions);
  if (!own) {
    const version = revisions.findLast(({ open }) => !open)?.id ?? '0';
    own = { id: 'codex', version, globs: [], trust: 1, for: 'neutral', compliance: NO_COMPLIANCE };
    ownSources.set(revisions, own);
  }
  return own;
};

const ownSources = new WeakMap<Codex['revisions'], Source>();

const NO_COMPLIANCE: Source['compliance'] = { isNonCommercial: false, distribution: null };

/** The lines that a source's `compliance` lacks before its texts may be given to a reader in `fan` mode. */
export const complianceLacking = ({ compliance }: Source): readonly string[] => [
  ...(compliance.isNonCommercial ? [] : ['non_commercial: true']),
  ...(compliance.distribution === 'local_only' ? [] : ['distribution: local_only']),
];

/** The sources for which no brief may be made in the codex's mode: what they lack is what is asked of their author. */
export const uncompliantSources = ({ mode, registry }: Pick<Codex, 'mode' | 'registry'>): readonly Source[] =>
  mode === 'fan' ? registry.filter((source) => source.for === 'fan' && complianceLacking(source).length > 0) : [];

interface Test {
  readonly source: Source;
  readonly isFrom: PathTest;
}

const tests = new WeakMap<readonly Source[], readonly Test[]>();

function testsOf(registry: readonly Source[]): readonly Test[] {
  let made = tests.get(registry);
  if (!made) tests.set(registry, (made = registry.map((source) => ({ source, isFrom: globTest(source.globs, true) }))));
  return made;
}

type Read = Pick<Codex, 'mode' | 'registry' | 'bannedTerms'>;

interface SourcesReading extends Read {
  /** Those with the code `source/compliance`: they are not errors, and a codex may set their severity. */
  readonly compliance: readonly Problem[];
}

const MODES: readonly Mode[] = choiceWords(MODE_WORDS);
const KEYS = namesIn(SOURCE);
const EXAMPLE = '`canon-core: {version: 0.1.0, paths: [canon/**]}`';

export function readSources(
  report: ReportProblem,
  at: (key: 'mode' | 'registry' | 'banned_terms') => YamlNode | null,
): SourcesReading {
  const mode = readMode(report, at('mode'), 'mode');
  const listed = readRegistry(report, at('registry'));
  const registry = listed.map(({ source }) => source);
  const wrong = new Set(uncompliantSources({ mode, registry }));
  const compliance = listed.filter(({ source }) => wrong.has(source)).map(complianceProblem);
  return { mode, registry, bannedTerms: readBannedTerms(report, at('banned_terms')), compliance };
}

function complianceProblem({ source, id: { text, span } }: Listed): Problem {
  const lines = listWords(
    complianceLacking(source).map((line) => `\`${line}\``),
    'and',
  );
  const message = `In fan mode nothing of ${quoted(text)} can be given to a reader until its \`compliance\` says ${lines}.`;
  return { code: 'source/compliance', span, message };
}

const readMode = (report: ReportProblem, node: YamlNode | null, what: string): Mode | null =>
  readChoice(report, node, what, MODES, (written) => `"${written}" is not a mode`);

/** A source, and where its id is written. */
interface Listed {
  readonly source: Source;
  readonly id: Placed;
}

interface Pattern extends Placed {
  readonly of: string;
}

function readRegistry(report: ReportProblem, node: YamlNode | null): readonly Listed[] {
  const mapping = readMapping(report, node, 'registry', `a source and its version and paths, like ${EXAMPLE}.`);
  const read = new Map<string, ReturnType<typeof readSource>>();
  const patterns: Pattern[] = [];
  for (const { key, value } of mapping?.pairs ?? []) {
    const id = { text: key.text.normalize('NFC').trim(), span: key.content };
    if (!canBeCited(report, id, 'A source') || read.has(id.text.toLowerCase())) continue;
    const body = readMapping(report, value, id.text, EXAMPLE);
    if (isEmptyConfig(value))
      report(id.span, `What is in ${quoted(id.text)}? Write its version and its paths: ${EXAMPLE}.`);
    if (!body) continue;
    const source = readSource(report, id, body);
    read.set(id.text.toLowerCase(), source);
    patterns.push(...source.paths.map((path) => ({ ...path, of: id.text })));
  }
  // All patterns share one measure: each path is held against all of them.
  const fit = fitGlobs(report, patterns);
  return [...read.values()].map(({ id, source }) => ({
    id,
    source: { ...source, globs: fit.filter(({ of }) => of === id.text).map(({ text }) => text) },
  }));
}

function readSource(report: ReportProblem, id: Placed, mapping: YamlMapping) {
  const pairs = readKeys(report, mapping, 'a source', KEYS);
  const at = (key: (typeof KEYS)[number]): YamlNode | null => pairs.get(key)?.value ?? null;
  const version = readConfigText(report, at('version'), 'version');
  if (isEmptyConfig(at('version')))
    report(id.span, `Which version of ${quoted(id.text)} is this? Write it, like \`version: 0.1.0\`.`);
  const isVersion = version !== null && canBeCited(report, version, 'A version');
  const paths = readTexts(report, at('paths'), 'paths');
  if (isEmptyConfig(at('paths')))
    report(id.span, `Which files are from ${quoted(id.text)}? Write where they are, like \`paths: [canon/**]\`.`);
  const source = {
    id: id.text,
    version: isVersion ? version.text : '0',
    trust: readTrust(report, pairs.get('trust')),
    // What can't be read is given to nobody who asks for one of the two.
    for: isEmptyConfig(at('for')) ? 'neutral' : readMode(report, at('for'), 'for'),
    compliance: readCompliance(report, at('compliance')),
  } as const;
  return { id, paths, source };
}

/** Whether it can stand in `SOURCE@VERSION`. */
function canBeCited(report: ReportProblem, { text, span }: Placed, what: string): boolean {
  if (text !== '' && !/[\s@]/.test(text)) return true;
  report(span, `${what} is cited as \`name@version\`, so "${quoted(text)}" can't have a space or an @ in it.`);
  return false;
}

function readTrust(report: ReportProblem, pair: YamlPair | undefined): number {
  const written = pair && readConfigText(report, pair.value, 'trust');
  if (!written) return 1;
  const trust = /^(?:\d+\.?\d*|\.\d+)$/.test(written.text) ? Number(written.text) : Number.NaN;
  if (0 <= trust && trust <= 1) return trust;
  report(written.span, `trust is "${quoted(written.text)}": write a number from 0 (none) to 1 (all), like 0.4.`);
  return 1;
}

/** Further keys are the author's own: licences want many things noted. */
function readCompliance(report: ReportProblem, node: YamlNode | null): Source['compliance'] {
  const example = '`compliance: {non_commercial: true, distribution: local_only}`.';
  const mapping = readMapping(report, node, 'compliance', example);
  if (!mapping) return NO_COMPLIANCE;
  const textAt = (key: string): string | null => {
    const value = mapping.pairs.find((pair) => keyOf(pair.key.text) === key)?.value ?? null;
    return readConfigText(report, value, key)?.text ?? null;
  };
  const distribution = textAt('distribution');
  return {
    isNonCommercial: /^(?:true|yes|on)$/i.test(textAt('non_commercial') ?? ''),
    distribution: distribution === null ? null : keyOf(distribution),
  };
}

const LONGEST_TERM = 100;
/** By what they cost. */
const MOST_OF_TERMS = 5000;

function readBannedTerms(report: ReportProblem, node: YamlNode | null): readonly string[] {
  const terms: string[] = [];
  let cost = 0;
  for (const { text, span } of readTexts(report, node, 'banned_terms')) {
    cost += termCost(text);
    if (cost > MOST_OF_TERMS) {
      report(
        span,
        `From "${cutShort(40, text)}" on, there are more terms than Retcon can check, and they do not count.`,
      );
      break;
    }
    if (text.length > LONGEST_TERM)
      report(
        span,
        `"${cutShort(40, text)}" is longer than ${LONGEST_TERM} characters: write only the words that identify it.`,
      );
    else if (!/[\p{L}\p{N}]/u.test(text))
      report(
        span,
        `"${quoted(text)}" has no letter in it: write a word, like Gondor, or the beginning of one, like hobbit*.`,
      );
    else terms.push(text);
  }
  return terms;
}
