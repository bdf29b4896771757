/** Which source of codex.yaml's `registry` the text of a file comes from, and whether it counts in the codex's mode (model §12). */
import type { Codex, Source } from './codex';
import { globTest, type PathTest } from './globs';

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

export const NO_COMPLIANCE: Source['compliance'] = { isNonCommercial: false, distribution: null };

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
