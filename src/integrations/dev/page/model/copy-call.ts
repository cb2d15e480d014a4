import type { CallRecord } from './history.js';

/** What a call is copied as: a test for a runner, or a command of the shell. */
export type CopyTarget = TestRunner | 'curl';

type TestRunner = 'jest' | 'vitest' | 'node:test';

/** What a call is copied as, in the order in which the page offers it. */
export const copyTargets: readonly CopyTarget[] = ['jest', 'vitest', 'node:test', 'curl'];

/** Returns a call as a test or a command. A test expects what the call has returned. */
export function copyCall(call: CallRecord, target: CopyTarget): string {
  return target === 'curl' ? curlOf(call) : testOf(call, target);
}

/** What a test expects: lines, and whether they use `expectTool`. */
interface Expectation {
  readonly title: string;
  readonly lines: readonly string[];
  readonly usesTool?: boolean;
}

function testOf(call: CallRecord, target: TestRunner): string {
  const { title, lines, usesTool = false } = expectationOf(call, target);
  return [
    ...(usesTool ? importsOf(target, 'it') : importsOf(target, 'it', 'expect')),
    ...(usesTool ? ["import { expectTool } from 'toolwright/testing';"] : []),
    "import { toolkit } from './toolkit.js'; // the toolkit of your application",
    '',
    `it(${JSON.stringify(`${call.toolName} ${title}`)}, async () => {`,
    ...lines.map((line) => `  ${line}`),
    '});',
    '',
  ].join('\n');
}

/** Returns the imports of what a runner offers. Node.js has `assert` in the place of `expect`. */
function importsOf(runner: TestRunner, ...names: readonly ('it' | 'expect')[]): readonly string[] {
  if (runner !== 'node:test') {
    return [`import { ${[...names].sort().join(', ')} } from '${runner === 'jest' ? '@jest/globals' : runner}';`];
  }
  const assertion = names.includes('expect') ? ["import { strict as assert } from 'node:assert';"] : [];
  return [...assertion, "import { it } from 'node:test';"];
}

function expectationOf(call: CallRecord, target: TestRunner): Expectation {
  const { toolName, error, output, chunks, chunkCount } = call;
  const args = literal(call.repairedInput ?? call.input ?? {});
  const tool = `expectTool(toolkit.get(${JSON.stringify(toolName)})!)`;
  if (error?.code === 'invalid_parameters') {
    return { title: 'refuses the arguments', lines: [`await ${tool}.toRefuse(${args});`], usesTool: true };
  }
  if (error === undefined && chunkCount > 0 && chunkCount === chunks.length) {
    const values = chunks.map(({ content }) => content.structuredContent ?? content.text);
    return {
      title: 'streams the chunks',
      lines: [`await ${tool}.toStream(${literal(values)}, ${args});`],
      usesTool: true,
    };
  }
  const run = `const result = await toolkit.execute(${JSON.stringify(toolName)}, ${args});`;
  if (error !== undefined) {
    return { title: 'fails', lines: [run, equal('result.error?.code', JSON.stringify(error.code), target)] };
  }
  const { structuredContent, text = '' } = output ?? {};
  const [actual, expected] =
    structuredContent === undefined
      ? ['result.toText()', JSON.stringify(text)]
      : ['result.structuredContent', literal(structuredContent)];
  return { title: 'returns the same', lines: [run, equal(actual, expected, target)] };
}

function equal(actual: string, expected: string, target: TestRunner): string {
  return target === 'node:test'
    ? `assert.deepEqual(${actual}, ${expected});`
    : `expect(${actual}).toEqual(${expected});`;
}

/** Returns a JSON value as an expression. In an object literal, `__proto__` would set the prototype. */
function literal(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined';
  return json.includes('"__proto__"') ? `JSON.parse(${JSON.stringify(json)})` : json;
}

function curlOf({ toolName, input, repairedInput }: CallRecord): string {
  const body = JSON.stringify(repairedInput ?? input ?? {});
  return [
    // The routes of toolHandler and of the NestJS module.
    `curl -X POST ${quote(`http://localhost:3000/tools/${encodeURIComponent(toolName)}`)}`,
    `-H 'content-type: application/json'`,
    `-d ${quote(body)}`,
  ].join(' \\\n  ');
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
