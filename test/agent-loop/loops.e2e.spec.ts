import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { codeBlocksOf } from '../docs/code-blocks.js';
import { root } from '../support/repository.js';

// Inside the repository, so that blocks find the package by its own name and the SDKs.
const folder = join(root, 'test/.build/agent-loop');
const run = promisify(execFile);

/** A stub of a provider's HTTP API: its first answer calls the tool, its second one reads the result. */
interface Provider {
  readonly method: string;
  /** The program in the folder `programs`, as the page describes it. Undefined for the one that the page contains. */
  readonly program?: string;
  readonly path: string;
  /** The names of the environment variables in which the SDK looks for the key and the URL. */
  readonly key: string;
  readonly url: string;
  readonly basePath: string;
  readonly answers: readonly [object, object];
  /** The result as the second request contains it. */
  readonly result: object;
}

const args = { model: 'stub', object: 'response', created_at: 0 };
const providers: readonly Provider[] = [
  {
    method: 'chat.completions.create',
    path: '/v1/chat/completions',
    key: 'OPENAI_API_KEY',
    url: 'OPENAI_BASE_URL',
    basePath: '/v1',
    answers: [
      {
        choices: [
          {
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'c1', type: 'function', function: { name: 'now', arguments: '{}' } }],
            },
          },
        ],
      },
      { choices: [{ message: { role: 'assistant', content: 'It is 12:00.' } }] },
    ],
    result: { role: 'tool', tool_call_id: 'c1', content: '12:00' },
  },
  {
    method: 'responses.create',
    program: 'responses.ts',
    path: '/v1/responses',
    key: 'OPENAI_API_KEY',
    url: 'OPENAI_BASE_URL',
    basePath: '/v1',
    answers: [
      { ...args, id: 'r1', output: [{ type: 'function_call', call_id: 'c1', name: 'now', arguments: '{}' }] },
      {
        ...args,
        id: 'r2',
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is 12:00.' }] }],
      },
    ],
    result: { type: 'function_call_output', call_id: 'c1', output: '12:00' },
  },
  {
    method: 'messages.create',
    program: 'anthropic.ts',
    path: '/v1/messages',
    key: 'ANTHROPIC_API_KEY',
    url: 'ANTHROPIC_BASE_URL',
    basePath: '',
    answers: [
      { type: 'message', role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'now', input: {} }] },
      { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'It is 12:00.' }] },
    ],
    result: { type: 'tool_result', tool_use_id: 'c1', content: '12:00' },
  },
  {
    method: 'generateContent',
    program: 'gemini.ts',
    path: '/v1beta/models/gemini-3-flash:generateContent',
    key: 'GEMINI_API_KEY',
    url: 'GOOGLE_GEMINI_BASE_URL',
    basePath: '',
    answers: [
      { candidates: [{ content: { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'now', args: {} } }] } }] },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'It is 12:00.' }] } }] },
    ],
    result: { functionResponse: { id: 'c1', name: 'now', response: { output: '12:00' } } },
  },
];

function codeOf({ method, program }: Provider): string {
  if (program !== undefined) return readFileSync(join(import.meta.dirname, 'programs', program), 'utf8');
  return codeBlocksOf('docs/agent-loop.md').find(({ code }) => code.includes(`.${method}(`))?.code ?? '';
}

describe('the loop of docs/agent-loop.md', () => {
  let server: Server;
  let requests: { readonly path: string; readonly body: string }[] = [];
  let answers: readonly object[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += String(chunk);
      });
      request.on('end', () => {
        requests.push({ path: String(request.url), body });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(answers[requests.length - 1]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    mkdirSync(folder, { recursive: true });
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(providers)('with $method runs the call and returns its result', async (provider) => {
    requests = [];
    answers = provider.answers;
    const file = join(folder, `${provider.method}.mjs`);
    const compilerOptions = { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 };
    writeFileSync(file, ts.transpileModule(codeOf(provider), { compilerOptions }).outputText);
    const { port } = server.address() as AddressInfo;
    const env = {
      PATH: process.env.PATH,
      [provider.key]: 'key',
      [provider.url]: `http://127.0.0.1:${port}${provider.basePath}`,
    };
    const { stdout } = await run(process.execPath, [file], { env, timeout: 60_000 });
    expect(stdout.trim()).toBe('It is 12:00.');
    expect(requests.map(({ path }) => path)).toEqual([provider.path, provider.path]);
    expect(requests[0]?.body).toContain('"now"');
    expect(requests[1]?.body).toContain(JSON.stringify(provider.result));
  });
});
