/** JUnit's XML, which the tools of a build read: any text fits into it. */

export interface JunitCase {
  readonly kind: string;
  readonly name: string;
  /** Why it fails, or, where it is only to be seen, why it is skipped; null: it passes. */
  readonly message: string | null;
  readonly isSkipped?: boolean;
}

interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name=${attribute(name)}>\n${suites.map(suiteXml).join('')}</testsuites>\n`;
}

function suiteXml({ name, cases }: JunitSuite): string {
  const skipped = cases.filter(({ isSkipped }) => isSkipped === true).length;
  const failures = cases.filter(({ message }) => message !== null).length - skipped;
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`;
  return `  <testsuite name=${attribute(name)} ${counts}>\n${cases.map(caseXml).join('')}  </testsuite>\n`;
}

function caseXml({ kind, name, message, isSkipped }: JunitCase): string {
  const head = `    <testcase classname=${attribute(kind)} name=${attribute(name)}`;
  if (message === null) return `${head}/>\n`;
  return `${head}>\n      <${isSkipped === true ? 'skipped' : 'failure'} message=${attribute(message)}/>\n    </testcase>\n`;
}

/** XML allows neither control characters, even escaped, nor half of a surrogate pair. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

const attribute = (text: string): string =>
  `"${text.replace(NO_XML, '\ufffd').replace(/[&<>"\n\r\t]/g, (one) => ESCAPES[one] ?? one)}"`;
