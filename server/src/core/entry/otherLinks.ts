/** Links that are read as none: other tools may follow them, so where they lead to a page that is not shown, they are taken out. */

/**
 * Whether a text may hold links beside those that were read as such: in code, by a definition, in HTML, where other tools may see some.
 * @param links how many were read
 */
export function mayLinkOtherwise(text: string, from: number, links: number): boolean {
  let marks = 0;
  for (const mark of ['[[', ']('])
    for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + mark.length)) marks++;
  if (marks > links) return true;
  return (
    (text.includes(']:', from) && /^[ \t>]*\[[^^\]\n][^\]\n]*\]:/m.test(text.slice(from))) ||
    (text.includes('<', from) && /\s(?:href|src|poster|data|cite)[ \t]*=|<[^<>\n]*\.md[#>]/i.test(text.slice(from)))
  );
}
