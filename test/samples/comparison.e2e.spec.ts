import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/repository.js';

const folder = join(root, 'samples/comparison');
const run = promisify(execFile);

/** What happened in one call. */
interface Outcome {
  /** The tools that the model received. */
  readonly definitions: readonly { readonly name: string; readonly description: string; readonly parameters: object }[];
  /** What a user has seen of the result after each part of it. */
  readonly shown: readonly string[];
  /** How often the user was asked. */
  readonly approvals: number;
  /** What the model read. */
  readonly result: string;
}

let outcomes: Readonly<Record<string, Readonly<Record<string, readonly Outcome[]>>>> = {};

/** What a model reads after wrong arguments, and after a denied call, in the words of each library. */
const refused: unknown = expect.stringMatching(/invalid|error|failed/i);
const denied: unknown = expect.stringMatching(/denied|rejected|not approved/i);

/** The libraries that have a program for a job. */
function librariesOf(job: string): readonly string[] {
  const programs = readdirSync(join(folder, job)).filter((file) => file.endsWith('.ts'));
  return programs.map((file) => file.replace('.ts', ''));
}

/** The outcome of a request of `agents/requests.mjs` in each library that has a program for the job. */
function outcomesOf(job: string, index = 0): readonly (readonly [string, Outcome])[] {
  const all = librariesOf(job).map((library) => [library, outcomes[library]?.[job]?.[index]] as const);
  return all.map(([library, outcome]) => {
    if (outcome === undefined) throw new Error(`${library} has no outcome of ${job}.`);
    return [library, outcome];
  });
}

/** A value for each library that has a program for the job. */
function eachOf<T>(job: string, value: T): Readonly<Record<string, T>> {
  return Object.fromEntries(librariesOf(job).map((library) => [library, value]));
}

function resultsOf(job: string, index = 0): Readonly<Record<string, string>> {
  return Object.fromEntries(outcomesOf(job, index).map(([library, { result }]) => [library, result]));
}

/** The tools that the models received, without keywords that differ although they describe the same values. */
function definitionsOf(job: string): Readonly<Record<string, readonly object[]>> {
  const all = outcomesOf(job).map(([library, { definitions }]) => [library, definitions.map(withoutDialect)]);
  return Object.fromEntries(all);
}

function withoutDialect(definition: object): object {
  return JSON.parse(JSON.stringify(definition), (key, value) => {
    return key === '$schema' || key === 'additionalProperties' ? undefined : value;
  });
}

function objectOf(properties: object): object {
  return { type: 'object', properties, required: Object.keys(properties) };
}

describe('the programs of samples/comparison', () => {
  beforeAll(async () => {
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    const { stdout } = await run(process.execPath, [join(folder, 'run.mjs'), '--json']);
    outcomes = JSON.parse(stdout);
  });

  it('describe one tool and its arguments, run it, and refuse wrong arguments', () => {
    const parameters = objectOf({
      query: { type: 'string', description: 'Words in the name of an article' },
      limit: { type: 'number', description: 'The number of articles' },
    });
    const definition = { name: 'search', description: 'Search the shop', parameters };
    expect(definitionsOf('one-tool')).toEqual(eachOf('one-tool', [definition]));
    expect(resultsOf('one-tool')).toEqual(eachOf('one-tool', '3 kinds of tea'));
    for (const index of [1, 2]) {
      expect(resultsOf('one-tool', index)).toEqual(eachOf('one-tool', refused));
    }
  });

  it('stream parts of a result, and then the entire result', () => {
    const parameters = objectOf({ lines: { type: 'number' } });
    const definition = { name: 'recite', description: 'Recite a poem', parameters };
    expect(definitionsOf('streaming')).toEqual(eachOf('streaming', [definition]));
    expect(resultsOf('streaming')).toEqual(eachOf('streaming', 'line 1; line 2; '));
    const shown = outcomesOf('streaming').map(([library, outcome]) => [library, outcome.shown]);
    expect(Object.fromEntries(shown)).toEqual(eachOf('streaming', ['line 1; ', 'line 1; line 2; ']));
  });

  it('hide the tenant from the model, and accept none from it', () => {
    const parameters = objectOf({ status: { type: 'string' } });
    const definition = { name: 'orders', description: 'List orders', parameters };
    expect(definitionsOf('hidden-tenant')).toEqual(eachOf('hidden-tenant', [definition]));
    expect(resultsOf('hidden-tenant')).toEqual(eachOf('hidden-tenant', 'open orders of acme'));
    expect(resultsOf('hidden-tenant', 1)).toEqual({
      ...eachOf('hidden-tenant', 'open orders of acme'),
      // Where others drop the argument, the model reads that it does not exist.
      toolwright: "Invalid arguments for 'orders': unknown argument 'tenant'",
    });
  });

  it('have nested input, which is validated at every level', () => {
    const parameters = objectOf({
      states: { type: 'array', items: { type: 'string', enum: ['open', 'paid'] } },
      total: objectOf({ min: { type: 'number' }, max: { type: 'number' } }),
    });
    const definition = { name: 'find', description: 'Find orders', parameters };
    expect(definitionsOf('nested-input')).toEqual(eachOf('nested-input', [definition]));
    expect(resultsOf('nested-input')).toEqual(eachOf('nested-input', 'open,paid from 1 to 9'));
    for (const index of [1, 2]) {
      expect(resultsOf('nested-input', index)).toEqual(eachOf('nested-input', refused));
    }
  });

  it('call the tool of an MCP server', () => {
    const parameters = objectOf({ query: { type: 'string' }, limit: { type: 'number' } });
    const name = expect.stringMatching(/^(shop_+)?search$/);
    const definition = { name, description: expect.stringContaining('Search the shop'), parameters };
    expect(definitionsOf('mcp-tools')).toEqual(eachOf('mcp-tools', [definition]));
    expect(resultsOf('mcp-tools')).toEqual(eachOf('mcp-tools', '3 kinds of tea'));
  });

  it('run a call that the user approves, and none that the user denies', () => {
    const parameters = objectOf({ article: { type: 'string' } });
    const definition = { name: 'order', description: 'Order an article', parameters };
    expect(definitionsOf('approval')).toEqual(eachOf('approval', [definition]));
    expect(resultsOf('approval')).toEqual(eachOf('approval', 'Ordered tea'));
    expect(resultsOf('approval', 1)).toEqual(eachOf('approval', denied));
    for (const index of [0, 1]) {
      const approvals = outcomesOf('approval', index).map(([library, outcome]) => [library, outcome.approvals]);
      expect(Object.fromEntries(approvals)).toEqual(eachOf('approval', 1));
    }
  });

  it('run a function with a zod schema, and refuse what the schema refuses', () => {
    const days = { type: 'number', minimum: 1, maximum: 7 };
    const parameters = objectOf({ city: { type: 'string' }, days });
    const definition = { name: 'forecast', description: 'Forecast the weather', parameters };
    expect(definitionsOf('zod-function')).toEqual(eachOf('zod-function', [definition]));
    expect(resultsOf('zod-function')).toEqual(eachOf('zod-function', '2 days of sun in Oslo'));
    expect(resultsOf('zod-function', 1)).toEqual(eachOf('zod-function', refused));
  });
});
