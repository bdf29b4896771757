/** Puts first what is called exactly what is typed: a filter by letters knows no difference between a name and a part of one. */

/** A row, and every name of what it stands for. */
export interface NamedRow {
  readonly label: string;
  readonly description?: string;
  readonly names: readonly string[];
}

/** The rows in their order, but those first that have the very name; one with it as another name is shown under that. */
export function exactFirst<Row extends NamedRow>(rows: readonly Row[], typed: string): readonly Row[] {
  const wanted = plain(typed);
  if (wanted === '') return rows;
  const [exact, others]: [Row[], Row[]] = [[], []];
  for (const row of rows) {
    const name = [row.label, ...row.names].find((one) => plain(one) === wanted);
    if (name === undefined) others.push(row);
    else exact.push(name === row.label ? row : { ...row, label: name, description: fullName(row) });
  }
  // A title goes before another name of something else.
  const isByTitle = ({ label, names }: Row): number => Number(!names.includes(label));
  return exact.length === 0 ? rows : [...exact.sort((a, b) => isByTitle(b) - isByTitle(a)), ...others];
}

/** The id that is shown beside a title; undefined where it says nothing that the title does not. */
export const idBeside = ({ id, title }: { readonly id: string; readonly title: string }): string | undefined =>
  lettersOf(id) === lettersOf(title) ? undefined : id;

const lettersOf = (name: string): string => plain(name).replace(/[^\p{L}\p{N}]+/gu, '');

const fullName = ({ label, description = '' }: NamedRow): string =>
  description === '' ? label : `${label} · ${description}`;

const plain = (name: string): string => name.normalize('NFC').trim().toLowerCase();
