/** Writes a survey as a codex.yaml: what the author accepts as lines that count, the rest as comments. */
import { type Taken, someOf } from './keyUses';
import { counted, listWords } from '../../text/words';
import { attributeId, fieldId, findingsOf, sureOf } from './choices';
import { block, comment, inline, list, type Row, commented, ifTaken, plainly, row } from './text';
import type { RevisionFound } from './sessions';
import type { Survey } from '../survey';
import { presetRemark } from './presetFound';
import { remarksOnDates } from './summary';
import { calendars } from './writeCalendars';

function secrets({ hiding: { callouts, folders, others } }: Survey, taken: Taken): readonly string[] {
  const isTaken = ({ name }: { readonly name: string }): boolean => taken.has(`secret:${name}`);
  const line = (some: typeof callouts): string => `secrets: ${list(some.map(({ name }) => name))}`;
  const [kept, left] = [callouts.filter(isTaken), callouts.filter((one) => !isTaken(one))];
  const rows = folders.map(({ name, notes }) =>
    row(`${JSON.stringify(name)}: nobody`, counted(notes, 'note'), taken.has(`audience:${name}`)),
  );
  return [
    ...(callouts.length > 0
      ? [
          ...comment(
            `Callouts that only you see, besides [!secret]: ${listWords(
              callouts.map(({ name, notes }) => `[!${inline(name)}] in ${counted(notes, 'note')}`),
              'and',
            )}.`,
          ),
          ...(kept.length > 0 ? [line(kept)] : []),
          ...(left.length > 0 ? commented([line([...kept, ...left])]) : []),
        ]
      : []),
    ...(rows.length > 0
      ? ['# Who knows what is in a folder: only you, or those you name.', ...block('audience', rows)]
      : []),
    ...(others.length > 0
      ? comment(
          `${listWords(
            others.map(({ written, notes }) => `${inline(written)} (${counted(notes, 'note')})`),
            'and',
          )} hide nothing here: a note that says \`known_by: nobody\` is yours alone, and one that says \`known_by: [players]\` is known to a circle, listed like \`circles: {players: [sara, tom]}\`.`,
        )
      : []),
  ];
}

function sessions({ sessions: { revisions, campaigns, unplaced }, isInGit }: Survey, taken: Taken): readonly string[] {
  const git = isInGit ? ['', ...fromGit(taken)] : [];
  if (campaigns.length > 0) {
    const lines = [
      'campaigns:',
      ...campaigns.flatMap(({ id, title, sessions: own }) => [
        `  ${plainly(id)}:`,
        ...(title === id || title.trim() === '' ? [] : [`    title: ${plainly(title)}`]),
        ...(own.length > 0 ? ['    sessions:', ...own.map((one) => `      ${item(one)}`)] : []),
      ]),
    ];
    const [last] = campaigns.flatMap(({ id, sessions: own }) => own.slice(-1).map((one) => `${id}/${one.id}`));
    return [
      ...comment(
        `Your tables. Their sessions form one sequence, in the order in which they were played; a note that says \`canon: ${last ?? 'campaign/1'}\` at its top is canon from that session on. Name the players of each (\`players: [sara, tom]\`), and you can ask what a table knows.`,
      ),
      ...(unplaced.length > 0
        ? comment(
            `${counted(unplaced.length, 'session')} could not be placed, for lack of a day or a campaign in the notes: ${someOf(unplaced.map(inline), 6)}. List them with the day on which they were played.`,
          )
        : []),
      ...ifTaken(taken.has('campaigns'), lines),
      ...git,
    ];
  }
  if (revisions.length === 0) return isInGit ? fromGit(taken) : [];
  const lines = ['revisions:', ...revisions.map((one) => `  ${item(one)}`)];
  return [
    ...comment(
      `Your ${counted(revisions.length, 'session')}, oldest first. They do nothing by themselves: a note that says \`canon: ${revisions.at(-1)?.id}\` at its top is canon from that session on. Mark the one you are still preparing with \`open: true\`.`,
    ),
    ...ifTaken(taken.has('revisions'), lines),
    ...git,
  ];
}

function item({ id, title, date }: RevisionFound): string {
  const rest = `${date === null ? '' : `, date: ${date}`}${title === null ? '' : `, title: ${plainly(title)}`}`;
  return rest === '' ? `- ${plainly(id)}` : `- {id: ${plainly(id)}${rest}}`;
}

function fromGit(taken: Taken): readonly string[] {
  return [
    '# This folder is in git: with this line, a note that names no session is canon from its first commit on.',
    ...ifTaken(taken.has('git'), ['canon: {from: git}']),
  ];
}

/** The text of a codex.yaml that reads without a problem. @param taken the findings that are to count; those that are sure, by default */
export function writeCodexYaml(survey: Survey, taken: Taken = sureOf(findingsOf(survey))): string {
  const found = [
    fields(survey, taken),
    preset(survey, taken),
    titles(survey, taken),
    types(survey, taken),
    calendars(survey, taken),
    present(survey, taken),
    sessions(survey, taken),
    attributes(survey, taken),
    kin(survey, taken),
    secrets(survey, taken),
    excludes(survey, taken),
    inlineFields(survey, taken),
  ].filter((lines) => lines.length > 0);
  const parts = [...found, ...(found.length > 0 ? [] : [EXAMPLES]), REST];
  const text = (rules: readonly (readonly string[])[]): string =>
    `${[head(survey, found.length > 0), ...rules, ...parts].map((lines) => lines.join('\n')).join('\n\n')}\n`;
  const plain = text([]);
  const rules = remarksOnDates(survey, plain);
  return rules.length === 0 ? plain : text([rules]);
}

const head = ({ notes }: Survey, hasFound: boolean): readonly string[] => [
  '# The rules of this world. Everything here is optional, and your notes stay as they are.',
  ...comment(
    hasFound
      ? `Written by \`retcon init\` after a look at ${counted(notes.length, 'note')}. Lines that begin with # only explain, or suggest.`
      : `\`retcon init\` looked at ${counted(notes.length, 'note')} and found nothing that has to be written here. Remove the # from what you want to use.`,
  ),
];

const EXAMPLES: readonly string[] = [
  '# Where you are in canon time: the sessions, chapters or drafts in which things were decided, oldest first.',
  '# revisions:',
  '#   - session-1',
  '#   - {id: session-2, date: 2026-05-12, title: The Refounding}',
  '',
  '# Where you are in the world: what "now" means when nobody says when.',
  '# present: 412 TA',
  '',
  '# What may change over time, and what may not.',
  '# attributes:',
  '#   founder: constant     # one value for all time',
  '#   ruler: state          # one at a time',
  '#   member: set           # any number at a time',
];

const REST: readonly string[] = [
  '# What else can go here: circles, audience and secrets, for what not everybody may know; tiers, mortal, established, rules,',
  '# include, exclude.',
];

function fields(survey: Survey, taken: Taken): readonly string[] {
  const { fields: all, unfit, isDateOurs } = survey;
  const isOff = (field: string): boolean => taken.has(`unfit:${field}`);
  const offers = offersOf(survey);
  const isTaken = ({ field, spelling }: Offer): boolean => taken.has(fieldId(field, spelling));
  const spellingsOf = (field: string): readonly string[] =>
    all.find((one) => one.field === field)?.spellings ?? [field];
  const added = new Map(offers.filter(isTaken).map(({ field, remark }) => [field, remark]));
  for (const { field } of all) added.delete(field);
  const whole = [...all, ...[...added].map(([field, remark]) => ({ field, spellings: [field], remark }))];
  const rows = whole.flatMap(({ field, spellings, remark }): Row[] => {
    const more = [...spellings, ...offers.filter((offer) => offer.field === field).map(({ spelling }) => spelling)];
    const kept = more.filter((spelling) => (spelling === field ? !isOff(field) : taken.has(fieldId(field, spelling))));
    const isSaid = kept.some((spelling) => spelling !== field);
    return isSaid ? [row(`${field}: ${list(kept)}`, remark, true)] : [];
  });
  const named = new Set(rows.map(({ line }) => line.slice(0, line.indexOf(':'))));
  const none = unfit
    .filter(({ key }) => !named.has(key))
    .map(({ key }) => row(`${key}: []`, 'something else here', isOff(key)));
  const isCreation = taken.has('created:date') && isOff('date');
  const created = row('created: [created, date]', 'if a note is canon from that day on', isCreation);
  const lines = block('fields', [...rows, ...none, ...(isDateOurs ? [created] : [])]);
  const isLive = lines[0] === 'fields:';
  const left = offers.filter((offer) => !isTaken(offer));
  const leftIn = [...new Set(left.map(({ field }) => field))];
  if (lines.length === 0 && left.length === 0) return [];
  return [
    '# What your notes call the keys that Retcon knows. Of several in one note, the first counts.',
    ...lines,
    ...unfit.flatMap(({ key, why }) => {
      const left = named.has(key) ? `${key} is not among them: ` : `${key} means something else here: `;
      return comment(`${left}${why}.`, isLive ? '  ' : '');
    }),
    ...(left.length > 0 && lines.length === 0 ? ['# fields:'] : []),
    ...leftIn.flatMap((field) => {
      const own = left.filter((offer) => offer.field === field);
      const names = [...spellingsOf(field), ...own.map(({ spelling }) => spelling)];
      return [
        `${isLive ? '  # ' : '#   '}${field}: ${list(names)}`,
        ...[...new Set(own.map(({ remark }) => remark))].flatMap((remark) => {
          const said = listWords(
            own.filter((offer) => offer.remark === remark).map(({ spelling }) => spelling),
            'and',
          );
          return comment(`(${said}: ${remark}.)`, isLive ? '  ' : '');
        }),
      ];
    }),
  ];
}

/** A key that counts only if its author accepts it. */
interface Offer {
  readonly field: string;
  readonly spelling: string;
  readonly remark: string;
}

const offersOf = ({ ends, doubtful }: Survey): readonly Offer[] => [
  ...(ends?.spellings ?? []).map((spelling) => ({
    field: 'through',
    spelling,
    remark: `${ends?.remark}. Only if what such a note says ends then, and not just the event`,
  })),
  ...doubtful.map(({ field, spelling, why }) => ({ field, spelling, remark: why })),
];

function titles({ headings }: Survey, taken: Taken): readonly string[] {
  if (!headings) return [];
  return [
    ...comment(
      `Notes are named after their first heading: ${inline(headings.heading)}, not ${inline(headings.stem)} (${counted(headings.notes, 'note')}).`,
    ),
    ...ifTaken(taken.has('titles'), ['titles: heading']),
  ];
}

function types({ types: { rules, mortal } }: Survey, taken: Taken): readonly string[] {
  const rows = rules.map(({ place, type, notes }) =>
    row(`${JSON.stringify(place)}: ${type}`, counted(notes, 'note'), taken.has(`type:${place}`)),
  );
  const lives = [`mortal: ${list(['person', 'character', 'npc', ...mortal])}`];
  return [
    ...(rows.length > 0
      ? [
          '# What sort of thing a note without a `type` is about, by folder or tag; the last line that fits counts.',
          ...block('types', rows),
        ]
      : []),
    ...(mortal.length > 0
      ? [
          "# Types whose lives end: facts that lie outside somebody's life are reported.",
          ...ifTaken(taken.has('mortal'), lives),
        ]
      : []),
  ];
}

function present({ plugin, eras, presentDoubt }: Survey, taken: Taken): readonly string[] {
  if (plugin?.present) {
    const lines = [`present: ${plainly(plugin.present)}`];
    const doubt = presentDoubt
      ? ` But ${inline(presentDoubt.path)} is dated ${inline(presentDoubt.text)}, which is later: write the current date of your world.`
      : '';
    return [
      ...comment(
        `The world's present, ${inline(plugin.source)}'s current date: what "now" means when nobody says when.${doubt}`,
      ),
      ...ifTaken(taken.has('present') && taken.has('plugin'), lines),
    ];
  }
  const latest =
    eras && taken.has('eras')
      ? eras.groups[0]?.eras.findLast(({ declaration }) => declaration.direction === 'forward')
      : undefined;
  if (!latest) return [];
  return [
    '# The world\'s present: what "now" means when nobody says when. The latest date in your notes is:',
    `# present: ${plainly(inline(latest.found.last))}`,
  ];
}

function attributes({ attributes: all, kin: kinOf }: Survey, taken: Taken): readonly string[] {
  // Facts name kin: accepting kin accepts them.
  const ofKin = new Set(taken.has('kin') ? kinOf.flatMap(({ names }) => names) : []);
  const rows = all.map(({ name, kind, group, uses, examples }) => {
    const remark = `${counted(uses, 'note')}${group ? ` (${group})` : ''}: ${examples.join(', ')}`;
    return row(`${plainly(name)}: ${kind}`, remark, taken.has(attributeId(name)) || ofKin.has(name));
  });
  if (rows.length === 0) return [];
  return [
    `# Properties that ${rows.some(({ isTaken }) => isTaken) ? 'are' : 'may be'} facts about what a note describes. A # in front of one leaves it out.`,
    '# constant: one value for all time; state: one at a time; set: any number at a time.',
    ...block('attributes', rows),
  ];
}

function kin({ kin: found }: Survey, taken: Taken): readonly string[] {
  if (found.length === 0) return [];
  const rows = found.map(({ role, names }) => row(`${role}: ${list(names)}`, '', taken.has('kin')));
  return ['# Which of these name parents, spouses or children, for the picture of a family.', ...block('kin', rows)];
}

function excludes({ excludes: all }: Survey, taken: Taken): readonly string[] {
  const rows = all.map(({ glob, notes }) =>
    row(`- ${JSON.stringify(glob)}`, counted(notes, 'template'), taken.has(`exclude:${glob}`)),
  );
  return rows.length === 0
    ? []
    : ['# Templates, from which notes are made: they are not part of the world.', ...block('exclude', rows)];
}

const inlineFields = ({ inline: found }: Survey, taken: Taken): readonly string[] =>
  found === null
    ? []
    : [
        ...comment(
          `${counted(found.notes, 'note')} also say things in their text, like ${listWords(
            found.examples.map((text) => `\`${inline(text)}\``),
            'and',
          )}. With this line, those at the top of a note, before any other text, count; the rest do not.`,
        ),
        ...ifTaken(taken.has('inline'), ['inline: true']),
      ];

function preset({ preset: found }: Survey, taken: Taken): readonly string[] {
  if (!found) return [];
  return [
    ...comment(
      `Your notes have headers that Retcon knows (${presetRemark(found)}): with this line it also reads what they say beyond the names of keys.`,
    ),
    ...ifTaken(taken.has('preset'), [`preset: ${found.name}`]),
  ];
}
