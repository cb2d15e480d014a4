import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { until } from '../execution/waiting.js';
import { packedFolder } from '../support/packed-package.js';
import { type Run, runOf, Workshop } from './command-line.js';
import { scriptedModel, wordShop } from './scripted-model.js';

/** The text of a message that the scripted model answers with these calls. */
const call = (name: string, args: object = {}): string => JSON.stringify({ calls: [{ name, arguments: args }] });

describe('toolwright eval', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.compile('shop.mjs', wordShop);
    workshop.write('model.mjs', scriptedModel);
  });

  afterAll(() => workshop.remove());

  beforeEach(() => workshop.empty('requests.jsonl'));

  const writeCases = (...cases: readonly object[]) => workshop.write('cases.json', JSON.stringify(cases));
  const evaluate = (...args: readonly string[]): Promise<Run> =>
    workshop.runProcess('eval', 'shop.mjs', 'cases.json', ...args);
  const read = (name: string): string => readFileSync(join(workshop.folder, name), 'utf8');
  const requests = (): readonly unknown[] =>
    read('requests.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const dataOf = ({ stdout }: Run) => JSON.parse(stdout).data;

  describe('with a command', () => {
    const model = ['--model', 'node "model.mjs"'];

    it('sends the active tools and the messages, a line for each case', async () => {
      const search = call('search', { query: 'tea', limit: 5 });
      const messages = [
        { role: 'system', content: 'You sell tea.' },
        { role: 'user', content: search },
      ];
      writeCases(
        { name: 'find', messages, expect: { tool: 'search', arguments: { query: 'tea' } } },
        { name: 'bye', request: 'bye', expect: 'none' },
      );
      expect(await evaluate(...model)).toEqual({
        code: 0,
        stdout: 'ok     find\nok     bye\n\n2 cases: right tool 2, right arguments 2, errors 0\n',
        stderr: 'the model runs\n',
      });
      const tool = (name: string, parameters: object, description?: string) => ({ name, parameters, description });
      const schema = (properties: object, required: readonly string[]) => ({
        type: 'object',
        properties,
        ...(required.length === 0 ? {} : { required }),
        additionalProperties: false,
      });
      const text = { type: 'string' };
      const tools = [
        tool('search', schema({ query: text, limit: { type: 'number', default: 10 } }, ['query']), 'Finds products'),
        tool('cancel', schema({ id: text }, ['id']), 'Cancels an order'),
        tool('list', schema({}, [])),
      ];
      expect(requests()).toEqual([
        { tools, messages },
        { tools, messages: [{ role: 'user', content: 'bye' }] },
      ]);
    });

    it('writes the cases that are not right as SARIF, at their lines', async () => {
      writeCases(
        { name: 'right', request: call('list'), expect: 'list' },
        { name: 'another', request: call('list'), expect: 'search' },
      );
      expect((await evaluate(...model, '--sarif', 'eval.sarif')).code).toBe(3);
      const { runs } = JSON.parse(readFileSync(join(workshop.folder, 'eval.sarif'), 'utf8'));
      expect(runs[0].results).toEqual([
        expect.objectContaining({
          ruleId: 'wrong',
          level: 'error',
          message: { text: 'another: called list, not search' },
          partialFingerprints: { 'toolwright/v1': 'another' },
        }),
      ]);
    });

    it('prints what was called instead, and which tools are confused', async () => {
      writeCases(
        { name: 'right', request: call('list'), expect: 'list' },
        { name: 'another', request: call('list'), expect: { tool: ['search', 'cancel'] } },
        { name: 'again', request: call('list'), expect: ['search', 'cancel'] },
        { name: 'none', request: 'bye', expect: 'list' },
        {
          name: 'other arguments',
          request: call('search', { query: 'ink' }),
          expect: { tool: 'search', arguments: { query: 'tea' } },
        },
        {
          name: 'forbidden',
          request: '{"calls":[{"name":"list"},{"name":"cancel","arguments":"{\\"id\\":1}"}]}',
          expect: 'list',
          never: ['cancel'],
        },
        { name: 'invented', request: call('pay\u001b[31m now'), expect: 'none' },
        { name: 'further', request: '{"calls":[{"name":"list"},{"name":"search","arguments":{}}]}', expect: 'list' },
      );
      const run = await evaluate(...model);
      expect(run).toEqual({
        code: 3,
        stdout: `ok     right
wrong  another
       called list, not search or cancel
wrong  again
       called list, not search; did not call cancel
wrong  none
       did not call list
wrong  other arguments
       wrong arguments: 'query' is "ink", not "tea"
wrong  forbidden
       must not call cancel
wrong  invented
       must not call "pay\\u001b[31m now"
ok     further
       also called search

expected          called               times
cancel            none                 1
list              none                 1
none              cancel               1
none              "pay\\u001b[31m now"  1
search            list                 1
search or cancel  list                 1

8 cases: right tool 3, right arguments 2, errors 0
`,
        stderr: 'the model runs\ntoolwright: 2 of 8 cases are right.\n',
      });
    });

    it('prints the first mistakes of a model that calls anything', async () => {
      writeCases({ name: 'many', request: 'many', expect: 'list' });
      const { code, stdout } = await evaluate(...model);
      expect(code).toBe(3);
      expect(stdout).toContain('called tool4, not list; 199995 more\n');
      expect(stdout).toContain('\nand 199950 more\n');
      expect(stdout.split('\n')).toHaveLength(58);
    });

    it('prints the same for programs', async () => {
      writeCases(
        { name: 'right', request: call('list'), expect: 'list' },
        { name: 'wrong', request: call('list'), expect: { tool: ['search', 'cancel'] } },
        { name: 'nonsense', request: '{}', expect: 'none' },
      );
      const { code, stdout } = await evaluate(...model, '--json');
      expect(code).toBe(3);
      expect(JSON.parse(stdout)).toEqual({
        ok: false,
        command: 'eval',
        exitCode: 3,
        error: { code: 'findings', message: '1 of 3 cases are right.' },
        data: {
          cases: [
            { name: 'right', status: 'ok', expected: ['list'], calls: [{ name: 'list', arguments: {} }] },
            {
              name: 'wrong',
              status: 'wrong',
              expected: ['search or cancel'],
              calls: [{ name: 'list', arguments: {} }],
              explanation: 'called list, not search or cancel',
            },
            {
              name: 'nonsense',
              status: 'error',
              expected: [],
              calls: [],
              explanation: 'The model answered {}, not {"calls":[…]}.',
            },
          ],
          confusions: [{ expected: 'search or cancel', called: 'list', count: 1 }],
          totals: { cases: 3, rightTool: 1, rightArguments: 1, errors: 1 },
        },
        warnings: [],
      });
    });

    it.each([
      ['50', 0, ''],
      ['50.1', 3, 'toolwright: 1 of 2 cases are right. That is less than 50.1 % (--min).\n'],
    ])('requires as many right cases as --min %s says', async (min, code, stderr) => {
      writeCases({ request: call('list'), expect: 'list' }, { request: call('list', { a: 1 }), expect: 'search' });
      expect(await evaluate(...model, '--min', min)).toMatchObject({ code, stderr: `the model runs\n${stderr}` });
    });

    it.each([
      ['an exit', 'exit', 'The model ended with code 7 before it answered.'],
      ['a long line', 'long', 'The model wrote more than 10 MB in a line before it answered.'],
      ['another object', '{"calls":1}', 'The model answered {"calls":1}, not {"calls":[…]}.'],
      ['broken JSON', '{"calls', 'The model answered "{\\"calls", not {"calls":[…]}.'],
      ['deep JSON', `{"calls":${'['.repeat(90)}${']'.repeat(90)}}`, 'The model answered "{\\"calls\\":[[[['],
      ['a call without a name', '{"calls":["list"]}', 'The model answered the call "list", which has no name.'],
      [
        'broken arguments',
        '{"calls":[{"name":"list","arguments":"{"}]}',
        'The model called "list" with "{", which is no JSON object.',
      ],
      [
        'a list of arguments',
        '{"calls":[{"name":"list","arguments":[1]}]}',
        'The model called "list" with [1], which is no JSON object.',
      ],
    ])('is an error for %s, and continues with the next case', async (_, request, explanation) => {
      writeCases({ name: 'first', request, expect: 'list' }, { name: 'second', request: call('list'), expect: 'list' });
      const run = await evaluate(...model, '--json');
      expect(run.code).toBe(3);
      expect(dataOf(run).cases).toMatchObject([
        { status: 'error', explanation: expect.stringContaining(explanation) },
        { status: 'ok' },
      ]);
    });

    it('is an error if it does not answer in time', async () => {
      writeCases({ request: 'wait', expect: 'none' });
      const run = await evaluate(...model, '--timeout', '300', '--json');
      expect(dataOf(run).cases).toMatchObject([{ explanation: 'The model did not answer within 300 ms.' }]);
    });

    it('is an error if a second line could be the answer of the next case', async () => {
      writeCases(
        { name: 'first', request: 'twice', expect: 'none' },
        { name: 'second', request: call('list'), expect: 'none' },
        { name: 'third', request: call('list'), expect: 'list' },
      );
      const cases = dataOf(await evaluate(...model, '--json')).cases as readonly { readonly status: string }[];
      // Whether the line is noticed depends on when it arrives.
      expect(cases[0]?.status).toBe('ok');
      expect(cases[2]?.status).not.toBe('wrong');
    });

    it('ends if the command cannot be started', async () => {
      writeCases({ request: 'bye', expect: 'none' });
      expect(await evaluate('--model', './missing --key s3cret')).toEqual({
        code: 1,
        stdout: '',
        stderr: "toolwright: The model './missing' cannot be started (ENOENT).\n",
      });
    });

    it('kills a command that does not end with its input', async () => {
      writeCases({ request: 'bye', expect: 'none' });
      expect(await evaluate('--model', 'node model.mjs stubborn')).toMatchObject({ code: 0 });
    });

    it.each(['SIGINT', 'SIGTERM'] as const)('kills the command on %s', async (signal) => {
      workshop.empty('pid.txt');
      writeCases({ request: 'wait', expect: 'none' }, { request: 'bye', expect: 'none' });
      const child = workshop.start('eval', 'shop.mjs', 'cases.json', ...model, '--record', 'interrupted.json');
      const ended = runOf(child);
      await until(() => existsSync(join(workshop.folder, 'pid.txt')));
      child.kill(signal);
      expect(await ended).toMatchObject({
        code: 130,
        stdout: '',
        stderr: 'the model runs\ntoolwright: Interrupted.\n',
      });
      expect(() => process.kill(Number(read('pid.txt')), 0)).toThrow('ESRCH');
      expect(existsSync(join(workshop.folder, 'interrupted.json'))).toBe(false);
    });
  });

  describe('with recorded answers', () => {
    const record = () => evaluate('--model', 'node model.mjs', '--record', 'answers/shop.json');
    const replay = (...args: readonly string[]) => evaluate('--replay', 'answers/shop.json', ...args);

    it('has the same result without the model', async () => {
      writeCases(
        { name: 'right', request: call('list'), expect: 'list' },
        { name: 'wrong', request: call('list', { a: 1 }), expect: 'search' },
      );
      const recorded = await record();
      expect(recorded.code).toBe(3);
      workshop.empty('requests.jsonl');
      const replayed = await replay();
      expect(replayed).toEqual({ ...recorded, stderr: recorded.stderr.replace('the model runs\n', '') });
      expect(existsSync(join(workshop.folder, 'requests.jsonl'))).toBe(false);
      const text = read('answers/shop.json');
      await record();
      expect(read('answers/shop.json')).toBe(text);
    });

    it('fails after the request or a definition has changed, rather than use a stale answer', async () => {
      writeCases(
        { name: 'one', request: call('list'), expect: 'list' },
        { name: 'two', request: 'bye', expect: 'none' },
      );
      await record();
      expect(await replay()).toMatchObject({ code: 0, stderr: '' });
      writeCases(
        { name: 'one', request: call('list', { a: 1 }), expect: 'list' },
        { name: 'two', request: 'bye', expect: 'none' },
      );
      const stale = 'The answer is not recorded, or the request or a tool has changed since: record it again.';
      const changed = await replay('--min', '50', '--json');
      expect(changed.code).toBe(3);
      expect(dataOf(changed).cases).toMatchObject([{ status: 'error', explanation: stale }, { status: 'ok' }]);
      expect(JSON.parse(changed.stdout).warnings).toEqual(["The recorded answer of the case 'one' is not used."]);
      workshop.compile('changed.mjs', wordShop.replace('Finds products', 'Finds all products'));
      const run = await workshop.runProcess(
        'eval',
        'changed.mjs',
        'cases.json',
        '--replay',
        'answers/shop.json',
        '--json',
      );
      expect(dataOf(run).totals).toEqual({ cases: 2, rightTool: 0, rightArguments: 0, errors: 2 });
    });

    it('does not record a case without an answer', async () => {
      writeCases({ name: 'one', request: 'exit', expect: 'none' }, { name: 'two', request: 'bye', expect: 'none' });
      await record();
      expect(JSON.parse(read('answers/shop.json')).answers).toMatchObject([{ case: 'two' }]);
    });
  });

  describe('with a URL', () => {
    const key = 'sk-s3cret/"key"';
    const received: { readonly url: string | undefined; readonly key: string | undefined; readonly body: unknown }[] =
      [];
    let server: Server;
    let url: string;

    /** Answers with what the text of a message says. */
    async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const body = (await json(request)) as { readonly messages: readonly { readonly content: string }[] };
      received.push({ url: request.url, key: request.headers.authorization, body });
      const text = body.messages.at(-1)?.content ?? '';
      const [, status, content = ''] = /^(\d+) (.*)$/s.exec(text) ?? [];
      if (text === 'drop') request.socket.destroy();
      if (text === 'drop' || text === 'silence') return;
      response.statusCode = Number(status ?? 200);
      if (text.startsWith('302')) response.setHeader('location', '/elsewhere/chat/completions');
      if (text === 'long') response.end('x'.repeat(11_000_000));
      else if (status !== undefined) response.end(content);
      else
        response.end(
          JSON.stringify({
            choices: [{ message: text === 'bye' ? { content: 'Bye' } : { tool_calls: JSON.parse(text) } }],
          }),
        );
    }

    const toolCall = (name: string, args: string): string =>
      JSON.stringify([{ id: '1', function: { name, arguments: args } }]);

    beforeAll(async () => {
      server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      process.env.EVAL_KEY = key;
    });

    afterAll(() => {
      delete process.env.EVAL_KEY;
      server.closeAllConnections();
      server.close();
    });

    beforeEach(() => received.splice(0));

    const ask = (...args: readonly string[]) =>
      evaluate('--model', url, '--model-name', 'small', '--key', 'EVAL_KEY', ...args);

    it('sends a chat completion with the tools, the name of the model and the key', async () => {
      writeCases(
        {
          name: 'find',
          request: toolCall('search', '{"query":"tea"}'),
          expect: { tool: 'search', arguments: { query: 'tea' } },
        },
        { name: 'bye', request: 'bye', expect: 'none' },
      );
      expect(await ask()).toMatchObject({ code: 0, stderr: '' });
      expect(received).toHaveLength(2);
      expect(received[1]).toEqual({
        url: '/v1/chat/completions',
        key: `Bearer ${key}`,
        body: {
          model: 'small',
          messages: [{ role: 'user', content: 'bye' }],
          tools: ['search', 'cancel', 'list'].map((name) => ({
            type: 'function',
            function: expect.objectContaining({ name }),
          })),
        },
      });
    });

    it('uses a URL that ends with the path as it is, without a name and a key', async () => {
      writeCases({ request: 'bye', expect: 'none' });
      expect(await evaluate('--model', `${url}/chat/completions?api-version=1`)).toMatchObject({ code: 0 });
      expect(received).toMatchObject([{ url: '/v1/chat/completions?api-version=1', key: undefined }]);
      expect(received[0]?.body).not.toHaveProperty('model');
    });

    const noCalls = '{"choices":[{"message":{"tool_calls":1}}]}';
    it.each([
      ['401', '401 {"error":{"message":"No such key."}}', 'The model answered HTTP 401: "No such key.".'],
      ['500', '500 oops', 'The model answered HTTP 500: "oops".'],
      ['a redirect', '302 ', 'The model redirects (HTTP 302), which is not followed.'],
      ['an object', '200 {}', 'The model answered {}, which is no chat completion.'],
      ['calls that are no list', `200 ${noCalls}`, `The model answered ${noCalls}, which is no chat completion.`],
      ['a text', '200 no JSON', 'The model answered "no JSON", which is no chat completion.'],
      ['broken arguments', toolCall('list', '{'), 'The model called "list" with "{", which is no JSON object.'],
      ['a call without a name', '[1]', 'The model answered the call 1, which has no name.'],
      ['more than 10 MB', 'long', 'The model answered with more than 10 MB.'],
      ['a lost connection', 'drop', 'The model cannot be reached (UND_ERR_SOCKET).'],
    ])('is an error for %s, and continues with the next case', async (_, request, explanation) => {
      writeCases({ name: 'first', request, expect: 'list' }, { name: 'second', request: 'bye', expect: 'none' });
      expect(dataOf(await ask('--json')).cases).toMatchObject([{ status: 'error', explanation }, { status: 'ok' }]);
      expect(received).toHaveLength(2);
    });

    it('is an error if the answer is not complete in time', async () => {
      writeCases({ request: 'silence', expect: 'none' });
      const run = await ask('--timeout', '300', '--json');
      expect(dataOf(run).cases).toMatchObject([{ explanation: 'The model did not answer within 300 ms.' }]);
    });

    it('writes the key nowhere, also if the model repeats it', async () => {
      const escaped = JSON.stringify(JSON.stringify({ query: key })).replaceAll('s3cret', '\\u0073\\u0033cret');
      writeCases(
        { name: 'argument', request: toolCall('search', JSON.stringify({ query: key, [key]: 1 })), expect: 'list' },
        {
          name: 'escaped',
          request: `200 {"choices":[{"message":{"tool_calls":[{"function":{"name":"list","arguments":${escaped}}}]}}]}`,
          expect: 'list',
        },
        { name: 'error', request: `401 {"error":{"message":${JSON.stringify(`Wrong key ${key}`)}}}`, expect: 'list' },
        { name: 'text', request: `500 ${'x'.repeat(50)}${key}`, expect: 'list' },
      );
      const { stdout, stderr } = await ask('--record', 'url.json', '--json');
      const recorded = read('url.json');
      expect(stdout).toContain('[redacted]');
      expect(recorded).toContain('[redacted]');
      for (const text of [stdout, stderr, recorded]) expect(text).not.toMatch(/s3|cret/);
    });

    it('cancels the request on SIGINT', async () => {
      writeCases({ request: 'silence', expect: 'none' });
      const child = workshop.start('eval', 'shop.mjs', 'cases.json', '--model', url);
      const ended = runOf(child);
      await until(() => received.length > 0);
      child.kill('SIGINT');
      expect(await ended).toEqual({ code: 130, stdout: '', stderr: 'toolwright: Interrupted.\n' });
    });
  });
});
