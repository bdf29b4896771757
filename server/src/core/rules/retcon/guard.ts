/** What in codex.yaml has taken the guard away since it was told: a rule that is weaker, another established point, a revision opened again. */
import { CODEX_FILE } from '../../codex/codexShapes';
import type { Codex } from '../../codex/codex';
import type { Severity } from '../../text/problem';
import { listWords } from '../../text/wordLists';
import { differingLine } from './codexPlace';
import type { Compared, ComparedFinding } from './baselineComparison';

const ORDER: readonly (Severity | 'off')[] = ['off', 'hint', 'info', 'warning', 'error'];

/** @param severities of the rules that compare, by default. What it finds is told whatever codex.yaml of now makes of those rules */
export function guardLowered(
  compared: Compared,
  then: Codex,
  severities: ReadonlyMap<string, Severity>,
): ComparedFinding[] {
  const { now, point, codexTexts } = compared;
  const { codex } = now.canon;
  if (codexTexts.now === null) return [];
  const at = (keys: readonly string[], message: string, severity: Severity): ComparedFinding => ({
    file: CODEX_FILE,
    finding: { span: differingLine(codexTexts.baseline ?? '', codexTexts.now ?? '', keys), message, severity },
  });
  const weight = ({ rules }: Codex, code: string): number =>
    ORDER.indexOf(rules.get(code) ?? severities.get(code) ?? 'error');
  const weaker = [...severities.keys()].filter((code) => weight(codex, code) < weight(then, code));
  const found: ComparedFinding[] = [];
  if (weaker.length > 0) {
    const was = (code: string): string => then.rules.get(code) ?? severities.get(code) ?? 'error';
    const [first = ''] = weaker;
    const rules = listWords(
      weaker.map((code) => `${code} ${ORDER[weight(codex, code)]}`),
      'and',
    );
    found.push(
      at(
        ['rules'],
        `codex.yaml now makes ${rules}, and was stricter as of ${point}: what was told could change unseen. Put it back.`,
        was(first) === 'off' ? 'warning' : (was(first) as Severity),
      ),
    );
  }
  if (compared.isMoved === true)
    found.push(
      at(
        ['established'],
        `What counts as told is ${point}, and codex.yaml now ${codex.established === null ? 'no longer says so' : `says ${codex.established}`}. Put it back, unless that is meant: then it counts from the next commit on.`,
        'warning',
      ),
    );
  const closed = new Set(then.revisions.flatMap(({ id, open }) => (open ? [] : id)));
  const opened = codex.revisions.flatMap(({ id, open }) => (open && closed.has(id) ? id : []));
  if (opened.length > 0)
    found.push(
      at(
        ['revisions'],
        `${listWords(opened, 'and')} had been told as of ${point}, and ${opened.length === 1 ? 'is' : 'are'} marked as open again. Take \`open\` out, and write on in a new revision.`,
        'error',
      ),
    );
  return found;
}
