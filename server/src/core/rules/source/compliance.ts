/** A source of a fan work that does not say that it is given away freely, and to nobody far: found while codex.yaml is read. */
export const COMPLIANCE = { code: 'source/compliance', severity: 'error' } as const;
