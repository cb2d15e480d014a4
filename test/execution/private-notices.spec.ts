import {
  type CallOptions,
  type Middleware,
  NotFoundError,
  secret,
  type ToolContext,
  Toolkit,
  ToolSpec,
} from 'toolwright';

const token = 'ghp_12345';

/** Runs a tool whose state has a secret. Returns what its caller is notified of. */
async function noticesOf(body: (ctx: ToolContext) => unknown, options: CallOptions = {}) {
  const logged: { readonly message: unknown; readonly data: unknown }[] = [];
  const progress: (string | undefined)[] = [];
  const spec = ToolSpec.create({
    name: 'probe',
    state: { github: { token: secret(token) } },
    executor: { kind: 'test', execute: (_, ctx) => body(ctx) },
  });
  const result = await spec.exec(
    {},
    {
      onLog: ({ message, data }) => logged.push({ message, data }),
      onProgress: ({ message }) => progress.push(message),
      ...options,
    },
  );
  return { logged, progress, result };
}

async function loggedData(data: unknown): Promise<unknown> {
  const { logged } = await noticesOf((ctx) => ctx.log('info', 'about', data));
  return logged[0]?.data;
}

describe('ctx.progress() and ctx.log()', () => {
  it('redact secrets and cut absolute paths, as errors do', async () => {
    const text = `with ${token} from /srv/app/secrets/key.pem and https://host/a/b`;
    const { logged, progress, result } = await noticesOf((ctx) => {
      ctx.progress(1, 2, text);
      ctx.log('info', text, { [token]: [text, { at: text }], count: 3 });
      return text;
    });
    const shown = 'with [redacted] from [path] and https://host/a/b';
    expect(progress).toEqual([shown]);
    expect(logged).toEqual([{ message: shown, data: { '[redacted]': [shown, { at: shown }], count: 3 } }]);
    expect(result.data).toBe(text);
  });

  it('redact a secret that the tool has renewed, or set during the call', async () => {
    const { logged } = await noticesOf((ctx) => {
      ctx.state.set('github.token', secret('ghp_renewed'));
      ctx.log('info', `${token} became ghp_renewed`);
    });
    expect(logged).toMatchObject([{ message: '[redacted] became [redacted]' }]);
  });

  it('redact the default of a binding', async () => {
    const messages: string[] = [];
    const spec = ToolSpec.fromFunction((key: string, ctx: ToolContext) => ctx.log('info', `with ${key}`), {
      name: 'probe',
      params: { key: { type: String } },
      bind: { key: { default: secret('default-key') } },
      ctx: 'ctx',
    });
    await spec.exec({}, { onLog: ({ message }) => messages.push(message) });
    expect(messages).toEqual(['with [redacted]']);
  });

  it('pass on everything else as it is', async () => {
    const when = new Date(0);
    const where = new URL('https://host.example/a/b');
    const bytes = new Uint8Array([1, 2]);
    const map = new Map([['a', 1]]);
    const data = { when, where, bytes, map, none: undefined, nothing: null, yes: true, big: 1n };
    const logged = (await loggedData(data)) as typeof data;
    expect(logged).toEqual(data);
    expect(logged.when).toBe(when);
    expect(logged.where).toBe(where);
    expect(logged.map).toBe(map);
    expect(await loggedData(undefined)).toBeUndefined();
  });

  it('show errors and other objects as text if they contain a secret or a path', async () => {
    class Connection {
      readonly headers = { authorization: `Bearer ${token}` };
    }
    const data = {
      error: new TypeError(`no ${token}`),
      known: new NotFoundError('No file /srv/app/data.json'),
      connection: new Connection(),
      map: new Map([['key', token]]),
    };
    const logged = (await loggedData(data)) as Record<string, unknown>;
    expect(logged).toMatchObject({
      error: expect.stringMatching(/^TypeError: no \[redacted\]$/),
      known: { code: 'not_found', message: 'No file [path]', retryable: false },
      connection: "Connection { headers: { authorization: 'Bearer [redacted]' } }",
      map: "Map(1) { 'key' => '[redacted]' }",
    });
  });

  it('accept data that contains itself or cannot be read', async () => {
    const loop: Record<string, unknown> = { text: token };
    loop.self = loop;
    const logged = (await loggedData(loop)) as Record<string, unknown>;
    expect(logged.text).toBe('[redacted]');
    expect(logged.self).toBe(logged);
    const broken = {
      get value() {
        throw new RangeError('no value');
      },
    };
    expect(await loggedData(broken)).toBe('[unreadable]');
  });

  it('of middleware are redacted too', async () => {
    const logged: unknown[] = [];
    const audit: Middleware = (call, next) => {
      call.context.log('info', `with ${token}`, { file: '/srv/app/main.js' });
      return next();
    };
    const toolkit = new Toolkit({ state: { token: secret(token) } }).use(audit);
    toolkit.register(function ping() {
      return 'pong';
    });
    await toolkit.execute('ping', {}, { onLog: ({ message, data }) => logged.push({ message, data }) });
    expect(logged).toEqual([{ message: 'with [redacted]', data: { file: '[path]' } }]);
  });

  it('of a tool show no secret in events', async () => {
    const messages: unknown[] = [];
    const toolkit = new Toolkit({ state: { token: secret(token) } });
    toolkit.register(
      ToolSpec.create({
        name: 'probe',
        executor: { kind: 'test', execute: (_, ctx) => ctx.progress(1, 1, `with ${token} from /srv/app/main.js`) },
      }),
    );
    toolkit.events$.subscribe((event) => {
      if (event.type === 'progress') messages.push(event.message);
    });
    await toolkit.execute('probe');
    expect(messages).toEqual(['with [redacted] from [path]']);
  });
});
