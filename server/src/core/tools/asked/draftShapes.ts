/** The shapes of what is said of pages that are not saved yet. */
import { arrayOf, boolean, described, extended, integer, object, oneOf, string } from '../../schema/shape';
import { CHANGE } from './commonShapes';

const POSITION = object({ line: integer, character: integer });
const RANGE = object({ start: POSITION, end: POSITION });

const DIAGNOSTIC = object({
  file: string,
  range: RANGE,
  severity: oneOf('error', 'warning', 'info', 'hint'),
  code: string,
  message: string,
  related: arrayOf(object({ file: string, range: RANGE, message: string })),
});

const SUMMARY = object({ files: integer, entries: integer, errors: integer, warnings: integer, infos: integer });

export const WHAT_IF = object({
  pages: arrayOf(object({ path: string, entry: string, title: string, is_new: boolean })),
  diagnostics: described(
    arrayOf(DIAGNOSTIC),
    'what would be wrong with the pages, and with others because of them; lines count from 0',
  ),
  summary: SUMMARY,
  settled: described(arrayOf(DIAGNOSTIC), 'what is wrong now, and would be no longer'),
  changes: described(arrayOf(CHANGE), 'every answer that would be another one'),
});

export const PROPOSAL = extended(
  object({
    supersedes: described(string, 'the id of the entry that it is a retcon of'),
    path: described(string, 'where the page is to be saved, from the root of the codex'),
    text: described(string, 'the whole page'),
  }),
  WHAT_IF,
);
