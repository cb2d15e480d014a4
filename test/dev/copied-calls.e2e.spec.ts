import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Toolkit, tool } from 'toolwright';
import { toolHandler } from 'toolwright/http';
import ts from 'typescript';
import { type CopyTarget, copyCall } from '../../src/integrations/dev/page/model/copy-call.js';
import type { CallRecord } from '../../src/integrations/dev/page/model/history.js';
import { root } from '../support/repository.js';

/** The toolkit of an application, as the module that copied tests import. */
const application = (data: string): string => `
import { NotFoundError, Toolkit, tool } from 'toolwright';
const params = { query: { type: String } };
export const toolkit = new Toolkit();
toolkit.register([
  tool((query) => [${data}], { name: 'find', params }),
  tool((query) => ${data}, { name: 'say', params }),
  tool((query) => { if (${data} === 'pot') throw new NotFoundError('There is none.'); }, { name: 'miss', params }),
  tool(async function* (query) { yield ${data}; yield { b: 1 }; }, { name: 'watch', params }),
]);
`;

function record(toolName: string, fields: Partial<CallRecord>): CallRecord {
  return {
    ...{ callId: '1', toolName, scope: 'toolkit', startedAt: 0, status: 'completed', input: { query: 'tea' } },
    ...{ chunks: [], chunkCount: 0, retries: [], steps: [], approvals: [], runAt: 0 },
    ...fields,
  };
}

const chunk = (content: object): CallRecord['chunks'][number] => ({ at: 1, content: content as never });

/** The calls as the page has recorded them. */
const calls: readonly CallRecord[] = [
  record('find', { output: { content: [], text: '["pot"]', structuredContent: ['pot'] } }),
  record('say', { output: { content: [], text: 'pot' } }),
  record('miss', { error: { code: 'not_found', message: 'There is none.' } }),
  record('watch', {
    chunks: [chunk({ content: [], text: 'pot' }), chunk({ content: [], text: '{"b":1}', structuredContent: { b: 1 } })],
    chunkCount: 2,
  }),
  record('find', { input: {}, error: { code: 'invalid_parameters', message: 'no' } }),
];

describe('copied calls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-copied-'));

  beforeAll(() => {
    mkdirSync(join(folder, 'node_modules/@jest'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    symlinkSync(root, join(folder, 'node_modules/toolwright'), 'dir');
    symlinkSync(join(root, 'node_modules/@jest/globals'), join(folder, 'node_modules/@jest/globals'), 'dir');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the copied tests against an application. Returns the exit code. */
  async function run(target: CopyTarget, data: string): Promise<unknown> {
    writeFileSync(join(folder, 'toolkit.js'), application(data));
    for (const [index, call] of calls.entries()) {
      const compilerOptions = { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 };
      const { outputText } = ts.transpileModule(copyCall(call, target), { compilerOptions });
      writeFileSync(join(folder, `copied-${index}.test.js`), outputText);
    }
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--rootDir', folder, '--config', '{"transform":{}}'];
    const args = target === 'jest' ? jest : ['--test'];
    const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules', NODE_TEST_CONTEXT: undefined };
    return new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: folder, env }, (error) => resolve(error?.code ?? 0));
    });
  }

  // What is copied for vitest differs in the name of the package it imports.
  it.each(['jest', 'node:test'] as const)(
    'pass in %s, and fail when the application has changed',
    async (target) => {
      expect(await run(target, "'pot'")).toBe(0);
      expect(await run(target, "'cup'")).toBe(1);
    },
    60_000,
  );

  it('call the tool of an application by the arguments of the command for curl', async () => {
    const toolkit = new Toolkit();
    toolkit.register(
      tool(({ query }) => `${query}!`, {
        name: 'say',
        inputSchema: {
          type: 'object',
          properties: { query: { type: 'string' } },
          required: ['query'],
        },
      }),
    );
    const command = copyCall(calls[1] as CallRecord, 'curl').replace(/^curl/, "printf '%s\\n'");
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    const [, method = '', url = '', , header = '', , body = ''] = stdout.split('\n');
    const headers = { 'content-type': String(header.split(': ')[1]) };
    const response = await toolHandler(toolkit).fetch(new Request(url, { method, headers, body }));
    expect(await response.json()).toMatchObject({ data: 'tea!' });
  });
});
