import { spawnSync } from 'node:child_process';
import { copyCall, copyTargets } from '../../../src/integrations/dev/page/model/copy-call.js';
import type { CallRecord } from '../../../src/integrations/dev/page/model/history.js';

function call(fields: Partial<CallRecord>): CallRecord {
  return {
    ...{ callId: '1', toolName: 'find', scope: 'toolkit', startedAt: 0, status: 'completed', input: { query: 'tea' } },
    ...{ chunks: [], chunkCount: 0, retries: [], steps: [], approvals: [], runAt: 0 },
    ...fields,
  };
}

const output = { content: [], text: '["tea pot"]', structuredContent: ['tea pot'] };

describe('a copied call', () => {
  it('is a test that expects its data', () => {
    expect(copyCall(call({ output }), 'vitest')).toBe(`import { expect, it } from 'vitest';
import { toolkit } from './toolkit.js'; // the toolkit of your application

it("find returns the same", async () => {
  const result = await toolkit.execute("find", {"query":"tea"});
  expect(result.structuredContent).toEqual(["tea pot"]);
});
`);
  });

  it('is a test of its text, of its error, of its chunks, or of its refusal', () => {
    const text = { content: [], text: 'tea pot' };
    expect(copyCall(call({ output: text }), 'jest')).toContain('expect(result.toText()).toEqual("tea pot");');
    const error = { code: 'not_found', message: 'There is none.' };
    expect(copyCall(call({ error }), 'node:test')).toContain('assert.deepEqual(result.error?.code, "not_found");');
    const chunks = [
      { at: 1, content: { content: [], text: 'a' } },
      { at: 2, content: { content: [], text: '{"b":1}', structuredContent: { b: 1 } } },
    ];
    expect(copyCall(call({ chunks, chunkCount: 2, output }), 'jest')).toContain(
      'await expectTool(toolkit.get("find")!).toStream(["a",{"b":1}], {"query":"tea"});',
    );
    const refusal = { code: 'invalid_parameters', message: 'no' };
    expect(copyCall(call({ error: refusal }), 'node:test')).toBe(`import { it } from 'node:test';
import { expectTool } from 'toolwright/testing';
import { toolkit } from './toolkit.js'; // the toolkit of your application

it("find refuses the arguments", async () => {
  await expectTool(toolkit.get("find")!).toRefuse({"query":"tea"});
});
`);
  });

  it('expects the result of a stream whose first chunks are no longer known', () => {
    const chunks = [{ at: 2, content: { content: [], text: 'b' } }];
    expect(copyCall(call({ chunks, chunkCount: 2, output }), 'jest')).toContain('result.structuredContent');
  });

  it('keeps a property that an object literal would lose', () => {
    const input: unknown = JSON.parse('{"__proto__": 1}');
    expect(copyCall(call({ input, output }), 'jest')).toContain(String.raw`JSON.parse("{\"__proto__\":1}")`);
  });

  it('sends any arguments as a command of the shell', () => {
    const input = { query: `it's "tea" $HOME \`id\`\n!` };
    const command = copyCall(call({ toolName: 'find it', input }), 'curl').replace(/^curl/, "printf '%s\\n'");
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      ...['-X', 'POST', 'http://localhost:3000/tools/find%20it', '-H', 'content-type: application/json', '-d'],
    ]);
    expect(JSON.parse(stdout.split('\n').slice(6).join('\n'))).toEqual(input);
  });

  it('has all targets', () => {
    expect(copyTargets.map((target) => copyCall(call({ output }), target).length > 0)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
