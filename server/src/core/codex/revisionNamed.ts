/** Revisions by the names that notes give them, and where a revision or a day of ours lies on the canon axis. */
import { nearest } from '../text/nearNames';
import { nfc } from '../text/nfc';
import { type CanonPosition, positionAt, readIso } from './canonTime';
import type { Codex, Revision } from './codex';

/** Where a revision or an ISO date lies on the canon axis; null where a text is neither. */
export function positionNamed(codex: Codex, text: string): CanonPosition | null {
  return findRevision(codex, text)?.position ?? isoPosition(codex, text);
}

export function isoPosition({ revisions }: Codex, text: string): CanonPosition | null {
  const iso = readIso(text);
  return iso && positionAt(revisions, iso.time);
}

/** A revision by its id, exactly or else ignoring case. */
export function findRevision({ revisions }: Pick<Codex, 'revisions'>, name: string) {
  const text = nfc(name).trim();
  let named = revisionsNamed.get(revisions);
  if (!named) revisionsNamed.set(revisions, (named = namedRevisions(revisions)));
  return named.exactly.get(text) ?? named.roughly.get(text.toLowerCase());
}

/** A revision as codex.yaml writes it; what is none as it was given. */
export const revisionId = (codex: Pick<Codex, 'revisions'>, given: string): string =>
  findRevision(codex, given)?.id ?? given;

/** So many are offered one by one. */
const MOST_OFFERED = 12;
const NEWEST = 5;

/** What is offered to somebody who wrote no revision: of many the newest. */
export function offeredRevisions({ revisions }: Pick<Codex, 'revisions'>): string[] {
  const ids = revisions.map(({ id }) => id);
  if (ids.length <= MOST_OFFERED) return ids;
  return [...ids.slice(-NEWEST), `any other of the ${ids.length} revisions in codex.yaml`];
}

/** The revision that somebody may have meant who wrote another: one of another number is none, as a session is mostly one that has not been listed yet. */
export function nearRevision({ revisions }: Pick<Codex, 'revisions'>, written: string): string | null {
  const numbers = numbersIn(written);
  const alike = revisions.map(({ id }) => id).filter((id) => numbersIn(id) === numbers);
  return /^\d+$/.test(written.trim()) ? (alike[0] ?? null) : nearest(written, alike);
}

/** `7` of `session-007`. */
const numbersIn = (text: string): string =>
  (text.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=.)/, '')).join(' ');

type Named = ReadonlyMap<string, Revision>;

/** Nearly every entry names one. */
const revisionsNamed = new WeakMap<readonly Revision[], { readonly exactly: Named; readonly roughly: Named }>();

/** Where several share one name, the first has it. */
function namedRevisions(revisions: readonly Revision[]) {
  const backwards = revisions.toReversed();
  return {
    exactly: new Map(backwards.map((revision) => [revision.id, revision])),
    roughly: new Map(backwards.map((revision) => [revision.id.toLowerCase(), revision])),
  };
}
