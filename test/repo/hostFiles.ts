/** What GitHub, GitLab, renovate and pre-commit read in their files, as far as we use it: schemas after their documentation, closed so that a slip shows. */
import type { JsonSchema } from '../../server/src/core/schema/shape';

const text = { type: 'string', minLength: 1 };
const flag = { type: 'boolean' };
const texts = { type: 'array', items: text };
const values = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } };
const closed = (properties: object, ...required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const permissions = { type: 'object', additionalProperties: { enum: ['read', 'write', 'none'] } };
const STEP = {
  name: text,
  id: text,
  if: text,
  uses: { type: 'string', pattern: '^[\\w.-]+/[\\w./-]+@v\\d+\\.\\d+\\.\\d+$' },
  run: text,
  with: values,
  env: values,
  shell: { enum: ['bash'] },
};
const step = (...required: string[]): JsonSchema => ({
  ...closed(STEP, ...required),
  oneOf: [{ required: ['uses'] }, { required: ['run'] }],
});

const JOB = closed(
  {
    name: text,
    needs: texts,
    if: text,
    'runs-on': text,
    'timeout-minutes': { type: 'integer' },
    permissions,
    env: values,
    strategy: closed(
      { 'fail-fast': flag, matrix: { type: 'object', additionalProperties: { type: 'array' } } },
      'matrix',
    ),
    steps: { type: 'array', items: step(), minItems: 1 },
  },
  'runs-on',
  'timeout-minutes',
  'steps',
);

const EVENTS = ['push', 'pull_request', 'schedule', 'workflow_dispatch'];

export const WORKFLOW = closed(
  {
    name: text,
    on: {
      anyOf: [
        { type: 'array', items: { enum: EVENTS } },
        closed({
          push: closed({ tags: texts, branches: texts }),
          schedule: { type: 'array', items: closed({ cron: text }, 'cron') },
          workflow_dispatch: { type: ['null', 'object'] },
        }),
      ],
    },
    permissions,
    concurrency: closed({ group: text, 'cancel-in-progress': flag }, 'group'),
    jobs: { type: 'object', additionalProperties: JOB, minProperties: 1 },
  },
  'name',
  'on',
  'permissions',
  'jobs',
);

export const ACTION = closed(
  {
    name: text,
    description: text,
    branding: closed({ icon: text, color: { enum: ['gray-dark', 'blue', 'green', 'white'] } }, 'icon', 'color'),
    inputs: {
      type: 'object',
      additionalProperties: closed({ description: text, default: { type: 'string' }, required: flag }, 'description'),
    },
    runs: closed({ using: { const: 'composite' }, steps: { type: 'array', items: step('shell') } }, 'using', 'steps'),
  },
  'name',
  'description',
  'runs',
);

const field = (type: string, attributes: object): JsonSchema =>
  closed(
    {
      type: { const: type },
      id: { type: 'string', pattern: '^[\\w-]+$' },
      attributes: closed({ label: text, description: text, ...attributes }, 'label'),
      validations: closed({ required: flag }),
    },
    'type',
    'attributes',
  );

export const ISSUE_FORM = closed(
  {
    name: text,
    description: text,
    title: text,
    labels: texts,
    body: {
      type: 'array',
      minItems: 1,
      items: {
        anyOf: [
          field('textarea', { render: text, placeholder: text }),
          field('input', { placeholder: text }),
          field('dropdown', { options: texts, multiple: flag }),
        ],
      },
    },
  },
  'name',
  'description',
  'body',
);

export const ISSUE_CONFIG = closed({ blank_issues_enabled: flag });

export const GITLAB = {
  type: 'object',
  properties: { variables: values },
  additionalProperties: closed(
    {
      image: text,
      variables: values,
      rules: { type: 'array', items: closed({ if: text }, 'if') },
      before_script: texts,
      script: texts,
      artifacts: closed({
        when: { enum: ['always', 'on_success', 'on_failure'] },
        reports: closed({ codequality: text, junit: text }),
      }),
    },
    'script',
  ),
};

export const HOOKS = {
  type: 'array',
  items: closed(
    {
      id: text,
      name: text,
      description: text,
      entry: text,
      language: { const: 'node' },
      always_run: flag,
      pass_filenames: flag,
      verbose: flag,
    },
    'id',
    'name',
    'entry',
    'language',
  ),
};

export const RENOVATE = closed(
  {
    $schema: text,
    extends: texts,
    schedule: texts,
    packageRules: {
      type: 'array',
      items: closed({
        matchPackageNames: texts,
        matchUpdateTypes: { type: 'array', items: { enum: ['major', 'minor', 'patch'] } },
        matchDepTypes: texts,
        allowedVersions: text,
        enabled: flag,
        groupName: text,
      }),
    },
  },
  'extends',
);
