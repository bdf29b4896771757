/** Reads the eras of a calendar: where each begins to count, and in which direction. */
import { fold, type EraDeclaration } from '../chronology';
import { namesIn } from '../schema/yamlShape';
import { quoted } from '../text/wordLists';
import type { YamlMapping, YamlNode } from '../yaml/tree';
import { ERA } from './codexKeys';
import {
  isEmptyConfig,
  notAmong,
  type Placed,
  type ReportProblem,
  readKeys,
  readNumber,
  readConfigText,
  readTexts,
  readTruth,
  someItems,
} from './codexShapes';

const MOST_ERAS = 1000;

/** An era as it was named, whether or not the rest of it could be read. */
interface Named {
  readonly id: string;
  readonly calendar: string;
}

/** The names of eras so far, folded. An era tells which calendar a date is in: no two may share a name. */
export type ErasTaken = Map<string, Named>;

export function readEras(
  report: ReportProblem,
  node: YamlNode | null,
  calendar: string,
  taken: ErasTaken,
): readonly EraDeclaration[] {
  return someItems(report, node, MOST_ERAS, 'eras').flatMap((item) => {
    if (item.kind === 'mapping') return readEra(report, item, calendar, taken) ?? [];
    const name = readConfigText(report, item, 'An era');
    if (name) reportNoEpoch(report, name);
    return [];
  });
}

function readEra(
  report: ReportProblem,
  mapping: YamlMapping,
  calendar: string,
  taken: ErasTaken,
): EraDeclaration | null {
  const pairs = readKeys(report, mapping, 'an era', namesIn(ERA));
  const id = readConfigText(report, pairs.get('id')?.value ?? null, 'id');
  const epoch = readNumber(report, pairs.get('epoch'));
  const last = readNumber(report, pairs.get('last'));
  const direction = readDirection(report, pairs.get('direction')?.value ?? null);
  const yearZero = readTruth(report, pairs.get('year_zero'));
  const others = readTexts(report, pairs.get('names')?.value ?? null, 'names');
  if (!id) {
    if (!pairs.has('id'))
      report(mapping.span, 'This era has no id, the short name that stands in dates: write `{id: TA, epoch: 0}`.');
    return null;
  }
  if (isEmptyConfig(pairs.get('epoch')?.value ?? null)) reportNoEpoch(report, id);
  const self: Named = { id: id.text, calendar };
  if (!take(report, id, self, taken) || epoch === null) return null;
  const names = others.filter((name) => take(report, name, self, taken)).map(({ text }) => text);
  return { id: id.text, names, epoch, direction, yearZero, ...(last !== null && { last }) };
}

function reportNoEpoch(report: ReportProblem, { text, span }: Placed): void {
  report(
    span,
    `${quoted(text)} needs an epoch, the year before its first: write \`{id: ${quoted(text)}, epoch: 0}\` if it begins the calendar.`,
  );
}

/** Whether the name is free, or the era's own already; one that is another era's is reported. */
function take(report: ReportProblem, { text, span }: Placed, self: Named, taken: ErasTaken): boolean {
  const key = fold(text);
  const owner = taken.get(key) ?? self;
  taken.set(key, owner);
  if (owner === self) return true;
  if (key === fold(owner.id) && key === fold(self.id))
    report(span, `The era ${quoted(text)} is listed twice: keep one of the two, or give it another id.`);
  else
    report(
      span,
      `${quoted(text)} already names the era ${quoted(owner.id)}, so dates could mean either: choose another name.`,
    );
  return false;
}

function readDirection(report: ReportProblem, node: YamlNode | null): EraDeclaration['direction'] {
  const written = readConfigText(report, node, 'direction');
  const word = written?.text.toLowerCase();
  if (!written || word === 'forward') return 'forward';
  if (word === 'backward') return 'backward';
  notAmong(report, written, `"${quoted(written.text)}" is no direction`, ['forward', 'backward']);
  return 'forward';
}

/** The id of the era that bare years are in, whichever of its names stands there. */
export function readDefaultEra(
  report: ReportProblem,
  node: YamlNode | null,
  eras: readonly EraDeclaration[],
  calendar: string,
  taken: ErasTaken,
): string | null {
  const written = readConfigText(report, node, 'default_era');
  if (!written) return null;
  const key = fold(written.text);
  const era = eras.find(({ id, names }) => [id, ...names].some((name) => fold(name) === key));
  if (era) return era.id;
  if (taken.get(key)?.calendar === calendar) return null; // it is listed, and what is wrong with it has been reported
  const problem = `"${quoted(written.text)}" is no era of this calendar`;
  if (eras.length > 0)
    notAmong(
      report,
      written,
      problem,
      eras.map(({ id }) => id),
    );
  else report(written.span, `${problem}, which has none: list it under eras.`);
  return null;
}
