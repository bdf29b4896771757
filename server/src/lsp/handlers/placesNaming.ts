/** Everything that names a thing, in its own setting and in the others of the workspace (model §13). */
import { elsewhere } from '../../core/canon';
import { type Reference, referencesFrom, referencesTo, type Subject } from '../../core/reading/mentions';
import type { Desk } from '../session/desk';
import type { LiveCodex } from '../session/liveCodex';

interface PlaceNaming extends Reference {
  readonly codex: LiveCodex;
  /** The other setting in which it stands; null: that of the thing. */
  readonly setting: string | null;
}

interface NamedThing {
  /** Its setting: an entry of another one may be named here. */
  readonly home: LiveCodex;
  readonly subject: Subject;
  readonly places: readonly PlaceNaming[];
}

/** @param pointed what is named in a codex */
export function namedThing({ codices }: Desk, codex: LiveCodex, pointed: Subject): NamedThing {
  const meant = pointed.kind === 'name' ? elsewhere(codex.known, pointed.name) : null;
  const there = meant?.found.kind === 'one' ? codices.inSetting(codex, meant.setting) : null;
  const home = there ?? codex;
  const subject: Subject = there && meant?.found.kind === 'one' ? { kind: 'entry', entry: meant.found.entry } : pointed;
  const own = referencesTo(home.known, subject).map((one) => ({ ...one, codex: home, setting: null }));
  if (subject.kind !== 'entry') return { home, subject, places: own };
  const others = codices.all().flatMap((other) => {
    const called = other.canon.others?.names.find((name) => codices.inSetting(other, name) === home);
    if (called === undefined || !other.isReady) return [];
    const setting = codices.named(other);
    return referencesFrom(other.known, called, subject.entry).map((one) => ({ ...one, codex: other, setting }));
  });
  return { home, subject, places: [...own, ...others] };
}
