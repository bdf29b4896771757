/** What is asked of claims. */

export const VERIFY_QUESTION = {
  name: 'verify',
  description: 'claims that somebody made of the world, held against the canon: a verdict for each, and what is so',
  parameters: [
    {
      name: 'claims',
      kind: 'claims',
      description: 'the claims: of each its entity, attribute and value, when it is so, for whom, and what it cites',
      isRequired: true,
      isPositional: true,
    },
  ],
  palette: [],
  shownBy: 'verifyClaims',
} as const;
