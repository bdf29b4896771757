/** Questions that the reference asks of the exported database of the example, with the answers that a test holds them to. */
export interface Example {
  readonly asks: string;
  readonly sql: string;
  /** What the codex in examples/house-vyr answers. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export const EXAMPLES: readonly Example[] = [
  {
    asks: 'Who was held to have founded House Vyr, in the year 420 TA, before and after the session that changed it?',
    sql: `SELECT as_of, value, entry FROM was_true
WHERE entity = 'house-vyr' AND attribute = 'founder' AND at = '420 TA' AND as_of IN ('session-46', 'latest')
ORDER BY as_of DESC`,
    rows: [
      ['session-46', 'maric', 'founding-of-house-vyr'],
      ['latest', 'aldric', 'refounding-of-house-vyr'],
    ],
  },
  {
    asks: 'What did session 47 change our minds about?',
    sql: `SELECT old.entity, old.attribute, old.value AS was, new.value AS "is", retcon.reason
FROM canon_point
JOIN fact AS old ON old.known_until = canon_point.point
JOIN fact AS new ON new.known_from = canon_point.point AND new.entity = old.entity AND new.attribute = old.attribute
JOIN retcon ON retcon.superseded = old.entry AND retcon.by = new.entry
WHERE canon_point.as_of = 'session-47'
ORDER BY old.entity, old.attribute`,
    rows: [
      [
        'fall-of-the-long-bridge',
        'cause',
        'the Grey Host',
        'lysa',
        'Ilse found the axe. The Host was on the bridge when it fell, and somebody let it fall.',
      ],
      ['house-vyr', 'founder', 'maric', 'aldric', 'Retcon in session 47: Aldric was the true founder, not Maric.'],
    ],
  },
  {
    asks: 'Which pages link to what is no longer so?',
    sql: `SELECT link.file, target.title, target.standing
FROM link JOIN entry AS target ON target.id = link."to"
WHERE link.kind IN ('wiki', 'markdown') AND target.standing IN ('superseded', 'retracted')
ORDER BY link.file`,
    rows: [['houses/house-vyr.md', 'The Founding of House Vyr', 'superseded']],
  },
];
