import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { homedir } from 'node:os';
import { inspect } from 'node:util';
import {
  DeniedError,
  type ErrorCode,
  InterruptedError,
  NotFoundError,
  RateLimitError,
  ServerError,
  secret,
  TimeoutError,
  ToolError,
  ToolExecutionError,
  ToolResult,
  ToolState,
  ValidationError,
} from 'toolwright';
import { toToolError } from '../../src/call/failure.js';
import { consumers } from './consumers.js';
import { toolOf } from './tools.js';

class Broken extends ToolExecutionError {
  override toText(): string {
    return throwNow();
  }
}

const failed = (thrown: unknown, state = new ToolState()): ToolError =>
  toToolError(thrown, { toolName: 'probe', secretsIn: state.roots() });
const errorWith = (fields: object, message = 'failed'): Error => Object.assign(new Error(message), fields);

describe('toToolError', () => {
  describe('maps', () => {
    it.each<readonly [number, ErrorCode, boolean]>([
      [401, 'authentication', false],
      [403, 'permission', false],
      [404, 'not_found', false],
      [429, 'rate_limit', true],
      [500, 'server', true],
      [503, 'server', true],
      [599, 'server', true],
      [400, 'execution', false],
      [418, 'execution', false],
      [600, 'execution', false],
    ])('status %i to %s, in any supported property', (status, code, retryable) => {
      for (const fields of [{ status }, { statusCode: status }, { response: { status } }]) {
        const error = failed(errorWith(fields));
        expect({ code: error.code, retryable: error.retryable, message: error.message }).toEqual({
          code,
          retryable,
          message: 'failed',
        });
      }
      expect(failed({ status, message: 'failed' }).code).toBe(code);
    });

    it('the first status that is a number', () => {
      expect(failed(errorWith({ status: 'error', statusCode: 404 })).code).toBe('not_found');
      expect(failed(errorWith({ status: '503' })).code).toBe('execution');
    });

    it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'EPIPE', 'UND_ERR_CONNECT_TIMEOUT'])(
      '%s to a network error, also in a cause',
      (code) => {
        const thrown = errorWith({ code });
        for (const one of [thrown, errorWith({ cause: thrown }), errorWith({ cause: errorWith({ cause: thrown }) })]) {
          const error = failed(one);
          expect({ code: error.code, retryable: error.retryable }).toEqual({ code: 'network', retryable: true });
          expect(error.cause).toBe(one);
        }
      },
    );

    it('a failed fetch to a network error', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      server.close();
      await once(server, 'close');
      const { error } = await toolOf(() => fetch(`http://127.0.0.1:${port}/`)).exec();
      expect(error?.code).toBe('network');
    });

    it('no other code of Node', () => {
      expect(failed(errorWith({ code: 'ENOENT' })).code).toBe('execution');
      expect(failed(errorWith({ code: 'ERR_INVALID_ARG_TYPE' })).code).toBe('execution');
    });

    it('cyclic causes in finite time', () => {
      const thrown = errorWith({});
      Object.assign(thrown, { cause: thrown });
      expect(failed(thrown).code).toBe('execution');
    });

    it.each<readonly [string, unknown, number | undefined]>([
      ['seconds', '2', 2_000],
      ['a part of a second', '0.5', 500],
      ['a number', 3, 3_000],
      ['nothing', undefined, undefined],
      ['no number and no date', 'soon', undefined],
      ['something that Date.parse takes for a date', '5 minutes', undefined],
      ['a negative number', '-5', undefined],
      ['a date gone by', new Date(0).toUTCString(), 0],
    ])('%s in Retry-After', (_, header, retryAfterMs) => {
      const plain = { 'retry-after': header };
      const headers = [plain, { 'Retry-After': header }, { get: (name: keyof typeof plain) => plain[name] }];
      for (const one of headers) {
        expect(failed(errorWith({ status: 429, headers: one }))).toMatchObject({ retryAfterMs });
        expect(failed(errorWith({ response: { status: 429, headers: one } }))).toMatchObject({ retryAfterMs });
      }
    });

    it('a future date in Retry-After', () => {
      const headers = new Headers({ 'Retry-After': new Date(Date.now() + 60_000).toUTCString() });
      const { retryAfterMs } = failed(errorWith({ status: 429, headers })) as RateLimitError;
      expect(retryAfterMs).toBeGreaterThan(50_000);
      expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    });

    it('retryAfterMs of the thrown error before any header', () => {
      const error = failed(errorWith({ status: 429, retryAfterMs: 250, headers: { 'retry-after': '9' } }));
      expect(error).toMatchObject({ code: 'rate_limit', retryAfterMs: 250, details: { retryAfterMs: 250 } });
    });
  });

  describe('keeps', () => {
    it.each([
      new NotFoundError('no such item', { details: { id: 5 } }),
      new RateLimitError('slow down', { retryAfterMs: 5 }),
      new ValidationError('bad', { issues: [{ path: '/a', message: 'must be integer', rule: 'type' }] }),
      new InterruptedError('somebody else stopped'),
      new TimeoutError('too slow'),
      new DeniedError('no'),
    ])('a $name as it is', (thrown) => {
      expect(failed(thrown)).toBe(thrown);
    });

    it('the fields of a custom class', async () => {
      class OutOfTea extends ToolError {
        readonly code = 'execution';
        readonly retryable = true;
        readonly kind = 'green';
      }
      const thrown = new OutOfTea('no tea');
      const { error } = await toolOf(() => Promise.reject(thrown)).exec();
      expect(error).toBe(thrown);
    });

    it('the thrown error as the cause', () => {
      const thrown = new RangeError('broken');
      expect(failed(thrown).cause).toBe(thrown);
    });
  });

  describe('says', () => {
    it.each<readonly [string, unknown, string]>([
      ['a string', 'out of tea', 'out of tea'],
      ['an empty string', '', `'probe' failed with "".`],
      ['undefined', undefined, "'probe' failed with undefined."],
      ['null', null, "'probe' failed with null."],
      ['a number', 0, "'probe' failed with 0."],
      ['a bigint', 5n, "'probe' failed with 5n."],
      ['a symbol', Symbol('tea'), "'probe' failed with Symbol(tea)."],
      ['an object', { a: [1] }, `'probe' failed with {"a":[1]}.`],
      ['an object with a message', { message: 'out of tea' }, 'out of tea'],
      ['an object whose message is no text', { message: 5 }, `'probe' failed with {"message":5}.`],
      ['an error without a message', new RangeError(), "'probe' failed with RangeError and no message."],
      ['an error without a message or a name', { message: '' }, "'probe' failed with an error and no message."],
    ])('what %s was', (_, thrown, message) => {
      expect(failed(thrown)).toMatchObject({ code: 'execution', message, toolName: 'probe' });
    });

    it.each<readonly [string, unknown]>([
      ['a revoked proxy', revokedProxy()],
      ['a name that is no text', { message: '', name: Object.create(null) }],
      ['a header that throws', errorWith({ status: 429, headers: { get: () => throwNow() } })],
      ['a class of your own that breaks', new Broken('failed')],
      ['a getter that throws', Object.defineProperty({}, 'message', { get: throwNow })],
    ])('that %s cannot be read', (_, thrown) => {
      expect(failed(thrown)).toMatchObject({
        code: 'execution',
        message: "'probe' failed with an error that cannot be read.",
      });
    });

    it('no part of the stack', () => {
      const thrown = new Error('inner');
      const error = failed(new Error(`Worker failed: ${thrown.stack}\n\tat somewhere (deep:1:2)`));
      expect(error.toText()).toBe('Worker failed: Error: inner');
    });

    it.each([
      [`cannot read ${process.cwd()}/src/secret-plan.ts:5`, 'cannot read [path]'],
      [`cannot read '${homedir()}/.ssh/id_rsa'`, "cannot read '[path]'"],
      ['cannot load file:///srv/app/main.js', 'cannot load [path]'],
      ['cannot load C:\\Users\\ann\\app.js now', 'cannot load [path] now'],
      ['GET /api/users failed', 'GET /api/users failed'],
      ['/limit must be integer', '/limit must be integer'],
    ])('no path of the machine: %s', (message, shown) => {
      expect(failed(new Error(message)).toText()).toBe(shown);
    });

    it('no path that the system added', async () => {
      const { readFile } = await import('node:fs/promises');
      const { error } = await toolOf(() => readFile('/no/such/file')).exec();
      expect(error?.toText()).toBe("ENOENT: no such file or directory, open '[path]'");
    });

    it('a long message of many line breaks quickly', () => {
      const started = performance.now();
      failed(new Error(`a${'\n'.repeat(200_000)}b`));
      expect(performance.now() - started).toBeLessThan(2_000);
    });
  });

  describe('redacts', () => {
    const token = 'tök/en "1"';
    const state = ToolState.from({ github: { token: secret(token), users: [{ name: 'ann' }] } });

    it('a secret in the message, as it is, in JSON and in a URL', () => {
      const forms = [token, JSON.stringify({ token }), `https://x/?key=${encodeURIComponent(token)}`];
      for (const form of forms) {
        const error = failed(new Error(`failed with ${form}`), state);
        expect(error.toText()).toContain('[redacted]');
        expectNoTrace(error, 'en "1"', 'en%20', 'en \\"1');
      }
    });

    it('a secret in a thrown string or object', () => {
      expect(failed(`no ${token}`, state).message).toBe('no [redacted]');
      expectNoTrace(failed({ token }, state), token);
    });

    it('a secret of any layer of the state', async () => {
      const spec = toolOf(() => Promise.reject(new Error('abcd efgh')), { state: { a: secret('abcd') } });
      const { error } = await spec.exec({}, { state: { b: secret('efgh') } });
      expect(error?.message).toBe('[redacted] [redacted]');
    });

    it('a longer secret entirely if it begins with another one', () => {
      const secrets = ToolState.from({ short: secret('abcd'), long: secret('abcdefgh') });
      expect(failed('x abcdefgh abcd', secrets).message).toBe('x [redacted] [redacted]');
    });

    it('the members of a secret object, including cycles', () => {
      const credentials: Record<string, unknown> = { user: 'ann-the-user', pins: [123456] };
      credentials.self = credentials;
      const secrets = ToolState.from({ credentials: secret(credentials) });
      expect(failed('ann-the-user 123456', secrets).message).toBe('[redacted] [redacted]');
    });

    it('a secret in a large state', () => {
      const items = Array.from({ length: 200_000 }, (_, id) => ({ id }));
      const secrets = ToolState.from({ items, token: secret(token) });
      expect(failed(`no ${token}`, secrets).message).toBe('no [redacted]');
    });

    it('a cause that would show a secret at any depth', () => {
      const causes = [
        new Error(`Bearer ${token}`),
        errorWith({ config: { headers: { Authorization: `Bearer ${token}` } } }),
        errorWith({ cause: new Error(token) }),
      ];
      for (const cause of causes) {
        expectNoTrace(failed(cause, state), token);
        expectNoTrace(failed(new ServerError('down', { cause }), state), token);
      }
      const harmless = new Error('harmless');
      expect(failed(harmless, state).cause).toBe(harmless);
    });

    it('a ToolError, preserving its class and its retry delay', () => {
      const thrown = new RateLimitError(`slow down, ${token}`, { retryAfterMs: 50, toolName: 'other' });
      const error = failed(thrown, state);
      expect(error).toMatchObject({ code: 'rate_limit', retryAfterMs: 50, toolName: 'other', retryable: true });
      expect(error.message).toBe('slow down, [redacted]');
      expectNoTrace(error, token);
    });

    it('the details of a ToolError, in keys and values alike', () => {
      const details = { a: { b: { c: { d: { e: { f: { g: { h: [token] } } } } } } }, [token]: 1 };
      const error = failed(new ToolExecutionError('failed', { details }), state);
      expectNoTrace(error, token);
      expect(error.details).toMatchObject({ '[redacted]': 1 });
    });

    it('the text that a custom class adds', () => {
      class Chatty extends ToolExecutionError {
        readonly #token = token;
        override toText(): string {
          return `${this.message} with ${this.#token}`;
        }
      }
      expectNoTrace(failed(new Chatty('failed'), state), token);
      expect(failed(new Chatty('failed'))).toBeInstanceOf(Chatty);
    });

    it('no part of a ToolError that shows no secret', () => {
      const thrown = new NotFoundError('no such item', { details: { id: 5 } });
      expect(failed(thrown, state)).toBe(thrown);
    });

    it('no secret that is too short to be distinguished from other text', () => {
      expect(failed('a cat', ToolState.from({ pin: secret('cat') })).message).toBe('a cat');
    });
  });
});

describe.each(consumers)('failures by $name', ({ consume }) => {
  it('of an abort outside the call are failures of the tool', async () => {
    const aborted = toolOf(() => fetch('http://127.0.0.1:1/', { signal: AbortSignal.abort() }));
    expect((await consume(aborted)).ending).toMatchObject({ code: 'execution', isInterrupted: false });
    const late = toolOf(() => Promise.reject(new DOMException('too slow', 'TimeoutError')));
    expect((await consume(late)).ending).toMatchObject({ code: 'execution', message: 'too slow' });
  });

  it('of an abort of the call are interruptions, whatever the tool then throws', async () => {
    const controller = new AbortController();
    const spec = toolOf(
      (ctx) =>
        new Promise((_, reject) => {
          ctx.signal.addEventListener('abort', () => reject(new RangeError('stopped')));
          setTimeout(() => controller.abort(), 1);
        }),
    );
    const { ending } = await consume(spec, { signal: controller.signal });
    expect(ending).toMatchObject({
      code: 'interrupted',
      message: "The call of 'probe' was interrupted by the caller.",
      isInterrupted: true,
    });
  });

  it.each([new DeniedError('no'), new InterruptedError('stopped')])(
    'that are a $name have its state',
    async (thrown) => {
      const spec = toolOf(() => Promise.reject(thrown));
      const { responses, ending } = await consume(spec);
      expect(ending.code).toBe(thrown.code);
      for (const { state } of responses) expect(state).toBe(thrown.code);
    },
  );

  it('that the tool returns keep the metadata of their result', async () => {
    const error = new NotFoundError('no such item');
    const metadata = { searched: 3 };
    const fails = (): ToolResult => new ToolResult({ error, content: [], metadata });
    const streams = async function* (): AsyncGenerator<string, ToolResult> {
      yield 'a';
      return fails();
    };
    for (const behaviour of [fails, streams]) {
      expect(await toolOf(behaviour).exec()).toMatchObject({ success: false, error: { code: 'not_found' }, metadata });
    }
  });

  it('that the tool returns or yields end the call, reported once', async () => {
    const failure = ToolResult.fail(new NotFoundError('no such item'));
    expect((await consume(toolOf(() => failure))).ending).toMatchObject({ code: 'not_found', text: 'no such item' });
    const streaming = toolOf(function* () {
      yield 'a';
      yield failure;
      yield 'b';
    });
    expect((await consume(streaming)).ending).toMatchObject({ code: 'not_found', text: 'a\nno such item' });
    expect((await consume(toolOf(() => ToolResult.fail('no tea')))).ending).toMatchObject({
      code: 'execution',
      text: 'no tea',
    });
  });

  it('reject under throwOnError with the same error object', async () => {
    const thrown = new NotFoundError('no such item');
    const spec = toolOf(() => Promise.reject(thrown));
    await expect(consume(spec, { throwOnError: true })).rejects.toBe(thrown);
    await expect(
      consume(
        toolOf(() => 'done'),
        { throwOnError: true },
      ),
    ).resolves.toMatchObject({
      ending: { success: true },
    });
  });

  it('of arguments and of missing bindings do not run the tool', async () => {
    let runs = 0;
    const spec = toolOf(() => ++runs, {
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    });
    expect((await consume(spec)).ending).toMatchObject({ code: 'invalid_parameters' });
    expect((await consume(spec.bind('id'))).ending).toMatchObject({ code: 'unbound_state' });
    expect(runs).toBe(0);
  });

  it('have no secret in the responses after them', async () => {
    const spec = toolOf(() => Promise.reject(new Error('token hunter2')), { state: { token: secret('hunter2') } });
    const { responses, ending } = await consume(spec);
    expect(ending.text).toBe('token [redacted]');
    expect(JSON.stringify(responses)).not.toContain('hunter2');
  });
});

function expectNoTrace(error: ToolError, ...texts: readonly string[]): void {
  for (const text of texts) {
    expect(inspect(error, { depth: Infinity })).not.toContain(text);
    expect(JSON.stringify(error)).not.toContain(text);
    expect(error.toText()).not.toContain(text);
  }
}

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function throwNow(): never {
  throw new RangeError('hidden');
}
