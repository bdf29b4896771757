/** The pages we draw ourselves: nothing is loaded into them but what their policy names. */

/** @param policy what may be loaded beside it, of a Content-Security-Policy. @param body markup that is ours, or made safe */
export const webPage = (policy: string, style: { toString(): string }, body: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${policy}">
  <link rel="stylesheet" href="${style.toString()}">
  <title>Retcon</title>
</head>
<body>
${body}
</body>
</html>`;
