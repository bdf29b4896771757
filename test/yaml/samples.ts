/** Frontmatters as people write them, to start mutations from. */
export const SAMPLES: readonly string[] = [
  'id: house-vyr\ntitle: House Vyr\ntype: house\n',
  `id: refounding-of-house-vyr
title: "The Refounding of House Vyr"
date: 412 TA # a session later
supersedes:
  - id: founding-of-house-vyr
    as_of: 200 TA
    effective: 412 TA
    reason: 'Retcon in session 47: Aldric was the true founder, not Maric.'
    sources: [session-47-recap]
    only: [house-vyr.founder]
facts:
  house-vyr: {founder: aldric, seat: vyrhold}
aliases:
- The Refounding
- "Vyr's second beginning"
sources:
`,
  `facts:
  - {entity: house-vyr, attribute: ruler, value: lysa, from: 310 TA, until: 312 TA}
  - entity: house-vyr
    attribute: member
    value: "[[Maric|the old man]]"
  -
    entity: x
    value: -62
`,
  `# a comment
tags:
  - Status/Blank   # inside
  -  spaced
  - - nested
    - twice
  - a: 1
    b:
    - c
    - d: e

date: c. 412 TA
"quoted key" : yes
'single ''key''': "say \\"no\\""
dotted.key: 12:30:45
url: https://example.org/a#b
`,
  'a:\r\n  b: c\r\n\r\n  d: [x, "y", {z: w}]\r\ne:\r\n',
  'factions: [[A]]\nlinks: ["[[A]]", "[[B]]"]\nempty: []\nnone: {}\n- \n',
  'emoji: 🜂 fire\nnames: [Þórr, Åse, 李]\nlast: ~\nnull: null\nnumber: 0412\n',
  'reason: >\n  folded\n  text\nnote: |-\n  kept\n  as it is\nplain: on\n  two lines\n',
  'base: &b {x: 1}\nother: *b\ntyped: !!str 12\n? complex\n: value\n<<: *b\n',
  'source: Pathfinder Lost Omens: Impossible Lands\ntitle: ""Lucky" Lanks"\nlist: [open\nx: {y\n',
];
