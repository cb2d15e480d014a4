import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonSchema, ToolSpec } from 'toolwright';
import type { Finding } from '../../../src/build/checks/lint/finding.js';
import { lintTools } from '../../../src/build/checks/lint/lint-tools.js';
import { root } from '../../support/repository.js';

interface Described {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly examples?: readonly string[];
}

interface Pair {
  readonly id: string;
  readonly tools: readonly Described[];
}

// Written by someone who had not read the code.
const {
  confusable,
  different,
  background,
}: Readonly<Record<'confusable' | 'different', readonly Pair[]>> & {
  readonly background: readonly Described[];
} = JSON.parse(readFileSync(join(root, 'test/fixtures/confusable-tools.json'), 'utf8'));

function specOf({ name, description, inputSchema, examples }: Described): ToolSpec {
  return ToolSpec.create({ name, description, inputSchema, examples, executor: { kind: 'test', execute: () => '' } });
}

function isFound({ tools }: Pair, findings: readonly Finding[]): boolean {
  const rules = ['confusable-tools', 'example-of-another'];
  return findings.some(
    ({ rule, tool, message }) =>
      rules.includes(rule) && tools.every(({ name }) => tool === name || message.includes(`'${name}'`)),
  );
}

describe('tools that a model may mix up', () => {
  it.each([
    ['among each other', []],
    ['among other tools', background],
  ])('are found, and different ones are not, %s', async (_, others) => {
    const tools = [...confusable, ...different].flatMap((pair) => pair.tools);
    const findings = await lintTools([...tools, ...others].map(specOf));
    expect(confusable.filter((pair) => !isFound(pair, findings)).map(({ id }) => id)).toEqual([]);
    expect(different.filter((pair) => isFound(pair, findings)).map(({ id }) => id)).toEqual([]);
  });

  it('are those for which an example finds the other one', async () => {
    const find = specOf({
      name: 'find_goods',
      description: 'Looks for goods by name.',
      inputSchema: { type: 'object' },
      examples: ['Cancel the order of my tea'],
    });
    const cancel = specOf({
      name: 'cancel_order',
      description: 'Cancels an order before it is sent.',
      inputSchema: { type: 'object' },
    });
    expect(await lintTools([find, cancel])).toEqual([
      {
        rule: 'example-of-another',
        level: 'warning',
        tool: 'find_goods',
        message:
          "Its example 'Cancel the order of my tea' finds 'cancel_order' first. Say in both descriptions when to use which.",
        key: 'example-of-another find_goods Cancel the order of my tea',
      },
    ]);
  });
});

describe('the definition of a tool', () => {
  const lint = async (tool: Partial<Described>, toolTokens?: number): Promise<readonly string[]> => {
    const spec = specOf({
      name: 'find_goods',
      description: 'Looks for tea.',
      inputSchema: { type: 'object' },
      ...tool,
    });
    return (await lintTools([spec], { toolTokens })).map(({ rule, message }) => `${rule}: ${message.split('.')[0]}`);
  };
  const withParameters = (properties: Readonly<Record<string, JsonSchema>>): Partial<Described> => ({
    inputSchema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  });

  it.each([
    [undefined, 'missing-description: It has no description'],
    ['  ', 'missing-description: It has no description'],
    ['Find goods.', "missing-description: Its description 'Find goods"],
    ['Finds the goods', "missing-description: Its description 'Finds the goods' says little more than its name"],
  ])('needs more words than %j', async (description, message) => {
    expect(await lint({ description })).toEqual([message]);
  });

  it('needs parameters with a meaning', async () => {
    const found = await lint(
      withParameters({
        data: { type: 'string' },
        q2: { type: 'string' },
        id: { type: 'string' },
        query: { type: 'string' },
        options: { type: 'string', description: 'What to leave out.' },
      }),
    );
    expect(found).toEqual([
      "unclear-parameter: Nothing says what the parameter 'data' is",
      "unclear-parameter: Nothing says what the parameter 'q2' is",
    ]);
  });

  it('needs words for values that are codes', async () => {
    const found = await lint(
      withParameters({
        state: { type: 'integer', enum: [1, 2, 3] },
        told: { type: 'integer', enum: [1, 2], description: '1: open, 2: closed' },
        size: { type: 'integer', enum: [128, 256, 512] },
        order: { type: 'string', enum: ['asc', 'desc'] },
      }),
    );
    expect(found.filter((text) => text.startsWith('unexplained'))).toEqual([
      "unexplained-values: Nothing says what the values 1, 2, 3 of the parameter 'state' mean",
    ]);
  });

  it('needs less than the budget of one tool', async () => {
    expect(await lint({ description: 'Looks for tea in all shops of the city.' }, 10)).toEqual([
      expect.stringMatching(/^large-tool: It needs about \d+ tokens, more than 10$/),
    ]);
  });

  it('says which providers receive less of its schema', async () => {
    const found = await lint(withParameters({ query: { type: 'string', minLength: 2, examples: ['tea'] } }));
    expect(found).toEqual([
      "weakened-schema: OpenAI (strict) does not receive all of its schema: /properties/query: 'minLength'",
    ]);
  });
});
