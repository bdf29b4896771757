/** `retcon errata`: lists what errata.yaml lets through, or adds a line for a fact that was published with a spelling error. */
import { ERRATA_FILE, erratumInto, readErrata } from '../core/codex/errata';
import { entityNamed, entityOfFact } from '../core/canon';
import { keyOf } from '../core/codex/codex';
import { comparedWithReach } from '../core/rules/compareWithBaseline';
import { changedEntries, type Compared } from '../core/rules/retcon/baselineComparison';
import {
  erratumItem,
  needlessErratum,
  whyNoSlip,
  type Silenced,
  silencedFacts,
} from '../core/rules/retcon/silencedFacts';
import { applied } from '../core/text/problem';
import { jsonText, onOneLine } from '../core/text/words';
import { erratumJson } from '../core/tools/facts/log';
import { readStates, type States } from '../workspace/comparedStates';
import { writeAll } from '../workspace/writeFiles';
import { type Format, type Output, printRefusal, reportSkipped, refuseGit } from './print';

export interface ErrataCall {
  readonly entity?: string | undefined;
  readonly attribute?: string | undefined;
  readonly reason?: string;
  readonly since?: string;
}

export async function runErrata(root: string, call: ErrataCall, format: Format, output: Output): Promise<number> {
  const { entity, attribute, since } = call;
  const refuse = (code: 'usage' | 'not-found', message: string, given: string): number => {
    printRefusal(output, format, { code, message, given });
    return code === 'usage' ? 2 : 1;
  };
  if (entity !== undefined && attribute === undefined)
    return refuse('usage', `which fact of ${entity} was misspelt? Say its attribute too.`, entity);
  let states: States;
  try {
    states = await readStates(root, { since, isTold: true }, reportSkipped(output));
  } catch (error) {
    return refuseGit(error, since ?? 'errata', format, output);
  }
  const { now, established } = states;
  const before = now.textOf(ERRATA_FILE);
  const compared = established && comparedWithReach(now, established);
  if (entity === undefined || attribute === undefined) {
    output.out(listed(before, compared, format));
    return 0;
  }
  if (!compared)
    return refuse('not-found', 'nothing has been committed yet, so nothing established can be misspelt.', entity);
  const found = misspelt(compared, entity, attribute);
  if (!found)
    return refuse(
      'not-found',
      `${attribute} of ${entity} has not been changed silently since ${compared.point}.`,
      entity,
    );
  const why = whyNoSlip(compared, found.silenced);
  if (why !== null)
    return refuse('usage', `this is not a slip of the pen: ${why}. \`retcon declare\` makes a retcon of it.`, entity);
  const item = erratumItem(found.entity, found.silenced, call.reason ?? '');
  const line = `- ${item}`;
  const edit = before === null ? null : erratumInto(before, item);
  if (before !== null && !edit)
    return refuse(
      'usage',
      `${ERRATA_FILE} is not a list that a line can be added to. Make it one, with a dash before each line, and add \`${line}\`.`,
      entity,
    );
  writeAll(root, [{ file: ERRATA_FILE, text: before !== null && edit ? applied(before, edit) : `${line}\n`, before }]);
  output.out(
    format === 'json'
      ? `${jsonText({ file: ERRATA_FILE, line })}\n`
      : `Added to ${ERRATA_FILE}: ${onOneLine(line)}\n\`git add\` it, and commit.\n`,
  );
  return 0;
}

/** What is stated otherwise, of an entity and an attribute; of several values, one that may be misspelt. */
function misspelt(compared: Compared, name: string, attribute: string): { entity: string; silenced: Silenced } | null {
  const { now } = compared;
  const found: { readonly entity: string; readonly silenced: Silenced }[] = [];
  for (const { was, is } of changedEntries(compared))
    for (const silenced of is ? silencedFacts(compared, was, is) : []) {
      const entity = is && silenced.instead && entityOfFact(now, is, silenced.instead);
      if (entity === entityNamed(now, name) && keyOf(silenced.fact.attribute.text) === keyOf(attribute))
        found.push({ entity, silenced });
    }
  return found.find(({ silenced }) => whyNoSlip(compared, silenced) === null) ?? found[0] ?? null;
}

function listed(text: string | null, compared: Compared | null, format: Format): string {
  const { errata } = readErrata(text);
  const needless = new Set(
    [...((compared && needlessErratum.ofErrata?.(compared)) ?? [])].map(({ finding }) => finding.span.start),
  );
  if (format === 'json')
    return `${jsonText({
      errata: errata.map((one) => ({
        ...erratumJson(one),
        needed: compared ? !needless.has(one.span.start) : null,
      })),
    })}\n`;
  if (errata.length === 0) return `No slips of the pen: ${ERRATA_FILE} has no lines.\n`;
  const lines = errata.map(({ entity, attribute, was, is, reason, span }) => {
    const why = reason === null ? '' : ` (${reason})`;
    const note = needless.has(span.start) ? ': no longer needed, or never was' : '';
    return onOneLine(`${attribute} of ${entity}: was "${was.text}", is "${is.text}"${why}${note}`);
  });
  return `${lines.join('\n')}\n`;
}
