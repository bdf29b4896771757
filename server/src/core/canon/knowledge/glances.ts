/** What whoever passes by many pages has to know of each: whether it is shown, and whether all of its prose is. */
import { entryAt } from '../model/canon';
import type { Glance } from '../model/canonValue';
import { at, tableEntries, tableKeys } from '../model/table';
import { isOpenBy } from './learning';
import { isShownAt, type Look, proseReader } from './look';
import { isProseHidden } from './prose';

/** Null: nothing is shown there. */
export function glanceAt(look: Look, path: string): Glance | null {
  let glance = look.glances.get(path);
  if (glance === undefined) {
    const entry = isShownAt(look, path) ? entryAt(look.all.canon, path) : undefined;
    glance = entry ? { path, tier: entry.tier, hidesProse: isProseHidden(proseReader(look), entry) } : null;
    look.glances.set(path, glance);
  }
  return glance;
}

/**
 * The same of all pages: each is looked at once, and where its links lead only if the index has it among those that name a page
 * which is not shown. Yields now and then.
 */
export function* glanceAtAll(look: Look): Generator<null, void, unknown> {
  const { canon, has } = look.all;
  const { learner, until, glances } = look;
  const hidden = new Set<string>();
  const reader = proseReader(look);
  // Of files that are no pages there is no index.
  const mayLeadToFiles = canon.codex.audience.length > 0;
  let looked = 0;
  for (const [path, entry] of tableEntries(canon.entries)) {
    if (has(entry) && isOpenBy(learner, entry, until)) {
      const leads =
        mayLeadToFiles && entry.links.some(({ target }) => target.includes('/') && reader.isHiddenName(target));
      glances.set(path, { path, tier: entry.tier, hidesProse: entry.mayVeil || leads });
    } else {
      glances.set(path, null);
      for (const name of entry.names) hidden.add(name);
    }
    if (++looked % BATCH === 0) yield null;
  }
  const naming = new Set<string>();
  for (const name of hidden) for (const path of at(canon.alsoNaming, name) ?? []) naming.add(path);
  for (const path of naming) {
    const glance = glances.get(path);
    const entry = glance?.hidesProse === false ? entryAt(canon, path) : undefined;
    if (glance && entry) glances.set(path, { ...glance, hidesProse: isProseHidden(reader, entry) });
    if (++looked % BATCH === 0) yield null;
  }
}

/** Looks for the names of all pages that are not shown: from then on no other is looked up to tell whether it may be one. Yields now and then. */
export function* findHiddenNames(look: Look): Generator<void, void> {
  const { canon } = look.all;
  const hidden = new Set<string>();
  let looked = 0;
  for (const path of tableKeys(canon.entries)) {
    if (!isShownAt(look, path)) for (const name of entryAt(canon, path)?.names ?? []) hidden.add(name);
    if (++looked % BATCH === 0) yield;
  }
  look.hiddenNames = hidden;
}

const BATCH = 256;
