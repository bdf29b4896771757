/** The rows of the bench's table: what each figure is called, what it is to be, and what it stands beside. */

/**
 * - `name`: of the figure, and of the row in bench.json; `--only` takes the names of probes
 * - `goal`: at most this, in `unit`; with `per`, so many times the figure of that name
 * - `within`: the figures at all sizes are to differ by this factor at most
 * - `grows`: what is expected, `flat` or `in step`
 * - `beside`: figures that were taken in the same run, and what they are called
 */
export const ROWS = [
  {
    name: 'keyInside',
    what: 'key → diagnostics, in the server, p95',
    goal: 2,
    within: 1.5,
    grows: 'flat',
  },
  { name: 'keyBrokenInside', what: 'the same in broken YAML', goal: 5, grows: 'flat' },
  {
    name: 'key',
    what: 'key → diagnostics, over stdio, p95',
    grows: 'flat',
    beside: { 'yaml.key': 'yaml', 'markdown.key': 'markdown' },
  },
  { name: 'keyBroken', what: 'the same in broken YAML', grows: 'flat', beside: { 'yaml.keyBroken': 'yaml' } },
  { name: 'hover', what: 'hover, p95', goal: 3, grows: 'flat', beside: { hoverInside: 'in the server' } },
  { name: 'lens', what: 'lenses, p95', goal: 3, grows: 'flat', beside: { lensInside: 'in the server' } },
  {
    name: 'completion',
    what: 'completion, p95',
    goal: 3,
    grows: 'flat',
    beside: { completionInside: 'in the server', 'yaml.completion': 'yaml', 'markdown.completion': 'markdown' },
  },
  {
    name: 'definition',
    what: 'definition, p95',
    goal: 3,
    grows: 'flat',
    beside: { definitionInside: 'in the server', 'markdown.definition': 'markdown' },
  },
  {
    name: 'ready',
    what: 'process started → first diagnostics',
    goal: 120,
    grows: 'flat',
    beside: { 'yaml.ready': 'yaml', 'markdown.ready': 'markdown', node: 'node' },
  },
  { name: 'busy', what: 'longest wait of a key while indexing', goal: 50, grows: 'flat', beside: { busyP95: 'p95' } },
  { name: 'reading', what: 'process started → all is read', grows: 'in step', beside: { raw: 'raw read' } },
  {
    name: 'readingWarm',
    what: 'the same, warm',
    goal: 300,
    grows: 'in step',
    beside: { reading: 'cold', node: 'node' },
  },
  { name: 'readingChanged', what: 'the same, 1 % changed', goal: 300, grows: 'in step', beside: { reading: 'cold' } },
  {
    name: 'memory',
    what: 'resident after indexing',
    unit: 'MiB',
    goal: 130,
    grows: 'in step',
    beside: { memoryAtOnce: 'at once', 'yaml.memory': 'yaml, one file', 'markdown.memory': 'markdown' },
  },
  { name: 'cold', what: 'cold index', goal: 4, per: 'raw', grows: 'in step', beside: { raw: 'raw read' } },
  {
    name: 'warm',
    what: 'retcon lookup, warm',
    goal: 300,
    grows: 'in step',
    beside: { lookupCold: 'cold', node: 'node' },
  },
  {
    name: 'warmChanged',
    what: 'retcon lookup, 1 % changed',
    goal: 300,
    grows: 'in step',
    beside: { lookupCold: 'cold' },
  },
  {
    name: 'check',
    what: 'retcon check, warm',
    goal: 600,
    grows: 'in step',
    beside: { checkCold: 'cold', node: 'node' },
  },
  { name: 'lore', what: 'retcon lore, warm', grows: 'in step', beside: { loreCold: 'first', node: 'node' } },
  {
    name: 'staged',
    what: 'retcon check --staged, warm',
    goal: 1000,
    grows: 'in step',
    beside: { stagedCold: 'cold', node: 'node' },
  },
  {
    name: 'commitFirst',
    what: '--as-of git:, first asked',
    goal: 3000,
    grows: 'in step',
    beside: { commitKept: 'kept', commitNearby: 'another commit' },
  },
  {
    name: 'committed',
    what: 'the same, whole process, warm',
    grows: 'in step',
    beside: { committedCold: 'cold', node: 'node' },
  },
  { name: 'commitAgain', what: '--as-of git:, asked again', goal: 100, grows: 'flat' },
  {
    name: 'dependants',
    what: 'an edit that 1,000 entries feel',
    goal: 10,
    grows: 'flat',
    beside: { dependantsScratch: 'from scratch' },
  },
  {
    name: 'retcons',
    what: 'both sides of 600 retcons of one entity',
    beside: { retconsAlone: 'each by itself' },
  },
  {
    name: 'timeline',
    what: 'the whole timeline as JSON',
    goal: 1000,
    grows: 'in step',
    beside: { timelineOfOne: 'of one house' },
  },
  {
    name: 'ask',
    what: 'was_true_at, first asked, p99',
    unit: 'µs',
    goal: 20,
    grows: 'flat',
    beside: { askSql: 'SQL' },
  },
  {
    name: 'askAgain',
    what: 'was_true_at, asked again, p99',
    unit: 'µs',
    goal: 20,
    grows: 'flat',
    beside: { askSql: 'SQL' },
  },
  { name: 'vsix', what: 'the package', unit: 'MB', goal: 1.2 },
  { name: 'activation', what: "loading the extension's code", goal: 50, beside: { node: 'node' } },
].map((row) => ({ unit: 'ms', beside: {}, ...row }));
