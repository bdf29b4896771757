/** What `supersedes`, `retracts` and `restores` may lack alike: an entry of that name, a reason. */
import { idOf, resolve } from '../canon';
import { keyOf } from '../codex/codex';
import type { DeclarationKind } from '../entry/entry';
import { atHomeIn } from './retconsMade';
import { unknownName } from './unknownName';
import type { Finding, Judged } from './rule';

export function* unknownTargets({ known, entry }: Judged, kind: DeclarationKind): Iterable<Finding> {
  for (const declaration of entry.declarations) {
    if (declaration.kind !== kind || resolve(known, declaration.target.text).kind !== 'none') continue;
    const advice = declaration.fromOldEnd
      ? 'write the id or the title of the entry that supersedes this one'
      : `write the id or the title of the entry that this one ${kind}`;
    yield unknownName(known, entry, declaration.target, advice);
  }
}

export function* missingReasons({ known, entry }: Judged, kind: DeclarationKind): Iterable<Finding> {
  for (const { declaration, retcon } of atHomeIn(known, entry, kind)) {
    if (retcon.reason) continue;
    const advice = entry.unknownKeys.some(({ text }) => keyOf(text) === 'reason')
      ? `move the \`reason\` of this page into ${declaration.key.text}, below the id`
      : 'add a `reason`, for whoever asks later';
    const message = `Nothing says why ${idOf(known, retcon.by)} ${kind} ${idOf(known, retcon.old)}: ${advice}.`;
    yield { span: declaration.target.span, message };
  }
}
