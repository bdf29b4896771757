/** What a change of codex.yaml does to what was told. That can reach every answer, so it is worked out in slices when typing rests. */
import type { Canon } from '../../core/canon';
import type { Reported } from '../../core/rules/check';
import { checkCodexAgainst } from '../../core/rules/compareWithBaseline';
import { isSameText } from '../../core/text/lines';
import type { Desk } from './desk';
import type { Baseline } from './baseline';
import type { LiveCodex } from './liveCodex';
import { inSlices } from './slices';

interface Looked {
  readonly baseline: Baseline;
  /** The codex.yaml that was looked at. */
  readonly text: string | null;
  /** In what it was found; null: it is being looked for. */
  readonly canon: Canon | null;
  readonly found: readonly Reported[];
}

const looked = new WeakMap<LiveCodex, Looked>();

/** What was found in the codex.yaml that is there now. */
export function problemsOfCodexChange(codex: LiveCodex): readonly Reported[] {
  const last = looked.get(codex);
  return last && last.baseline === codex.baseline && last.text === codex.compared?.codexTexts.now ? last.found : [];
}

/** @param changed called when the result is another one */
export function followCodexFiles(desk: Desk, changed: () => void): void {
  const look = async (codex: LiveCodex): Promise<void> => {
    const { baseline, compared } = codex;
    const last = looked.get(codex);
    if (!baseline || !compared || isSameText(compared.codexTexts.baseline, compared.codexTexts.now)) {
      looked.delete(codex);
      return;
    }
    const text = compared.codexTexts.now;
    // What was found may be declared by pages; pages alone can't make a change of codex.yaml out of none.
    const isSame = last?.baseline === baseline && last.text === text;
    if (isSame && (last.canon === null || last.canon === codex.canon || last.found.length === 0)) return;
    const mine = { baseline, text, canon: null, found: isSame ? last.found : [] };
    looked.set(codex, mine);
    const found = await inSlices(checkCodexAgainst(compared, baseline.isCertain), () => looked.get(codex) === mine);
    if (!found) return;
    const isCurrent = codex.canon === compared.now.canon;
    codex.forget();
    const canon = isCurrent ? codex.canon : compared.now.canon;
    looked.set(codex, { baseline, text, canon, found: found.map(({ problem }) => problem) });
    if (found.length === 0 && mine.found.length === 0) return;
    codex.judgeCodexFile();
    changed();
  };
  desk.whenResting(() => {
    for (const codex of desk.codices.all())
      look(codex).catch((error: unknown) => desk.log(`codex.yaml of ${codex.root}: ${String(error)}`));
  });
}
