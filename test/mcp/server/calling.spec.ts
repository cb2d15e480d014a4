/**
 * The client of the SDK validates with ajv, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { LoggingMessageNotificationSchema, type Progress } from '@modelcontextprotocol/sdk/types.js';
import {
  file,
  image,
  type JsonSchema,
  NotFoundError,
  Param,
  resource,
  respond,
  Tool,
  type ToolContext,
  Toolkit,
  ToolNotFoundError,
  ToolRegistry,
  ToolSpec,
  video,
} from 'toolwright';
import { connectInMemory } from './clients.js';

class Desk extends ToolRegistry {
  @Tool()
  greet(@Param({ minLength: 2 }) name: string, times: number = 1): string {
    return `Hello ${name}! `.repeat(times).trimEnd();
  }

  @Tool()
  fail(): never {
    throw new NotFoundError('There is no such page.');
  }

  @Tool()
  lost(): never {
    throw new ToolNotFoundError('I know no tool for that.');
  }

  @Tool()
  point(): object {
    return { x: 1, y: 2 };
  }

  @Tool()
  list(): number[] {
    return [1, 2];
  }
}

function toolkitWith(name: string, execute: (ctx: ToolContext) => unknown, outputSchema?: JsonSchema): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.create({ name, outputSchema, executor: { kind: 'test', execute: (_, ctx) => execute(ctx) } }),
  );
  return toolkit;
}

function call(client: Client, name: string, args?: Record<string, unknown>): ReturnType<Client['callTool']> {
  return client.callTool({ name, ...(args === undefined ? {} : { arguments: args }) });
}

/** Calls a tool and collects the progress that the client receives. */
async function callWithProgress(client: Client, name: string): Promise<{ progress: Progress[]; result: unknown }> {
  const progress: Progress[] = [];
  const result = await client.callTool({ name }, undefined, { onprogress: (one) => progress.push(one) });
  return { progress, result };
}

describe('tools/call', () => {
  it('returns the text of the result', async () => {
    const client = await connectInMemory(new Desk());
    expect(await call(client, 'greet', { name: 'Ann', times: '2' })).toEqual({
      content: [{ type: 'text', text: 'Hello Ann! Hello Ann!' }],
    });
  });

  it('accepts a call without arguments', async () => {
    const client = await connectInMemory(toolkitWith('ping', () => 'pong'));
    expect(await call(client, 'ping')).toEqual({ content: [{ type: 'text', text: 'pong' }] });
  });

  it('returns content of every type', async () => {
    const parts = [
      image('AAEC', 'image/png'),
      resource({ uri: 'file:///a' }),
      resource({ uri: 'file:///b', blob: 'AA==' }),
      video('AA==', 'video/mp4'),
      file('AA==', { mimeType: 'text/csv', name: 'ä/b.csv', annotations: { priority: 1 } }),
      image({ url: 'https://a.example/cat.png?size=2' }, 'image/png'),
      video({ url: 'https://a.example/' }),
      file({ url: 'https://a.example/x' }, { mimeType: 'text/csv', name: 'b.csv' }),
    ];
    const client = await connectInMemory(toolkitWith('show', () => parts));
    expect(await call(client, 'show')).toEqual({
      content: [
        { type: 'image', data: 'AAEC', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///a', text: '' } },
        { type: 'resource', resource: { uri: 'file:///b', blob: 'AA==' } },
        { type: 'resource', resource: { uri: 'toolwright:video/3', mimeType: 'video/mp4', blob: 'AA==' } },
        {
          type: 'resource',
          resource: { uri: 'toolwright:file/4/%C3%A4%2Fb.csv', mimeType: 'text/csv', blob: 'AA==' },
          annotations: { priority: 1 },
        },
        {
          type: 'resource_link',
          uri: 'https://a.example/cat.png?size=2',
          mimeType: 'image/png',
          name: 'cat.png',
        },
        { type: 'resource_link', uri: 'https://a.example/', name: 'video' },
        { type: 'resource_link', uri: 'https://a.example/x', mimeType: 'text/csv', name: 'b.csv' },
      ],
    });
  });

  describe('for a failure', () => {
    it.each([
      ['greet', { nam: 'Ann' }, "Invalid arguments for 'greet': missing argument 'name'; unknown argument 'nam'"],
      ['greet', JSON.parse('{"name":"Ann","__proto__":1}'), "'__proto__'"],
      ['fail', {}, 'There is no such page.'],
      ['lost', {}, 'I know no tool for that.'],
    ])('returns a result for the model: %s %j', async (name, args, text) => {
      const result = await call(await connectInMemory(new Desk()), name, args);
      expect(result.isError).toBe(true);
      expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining(text) }]);
      expect(result).not.toHaveProperty('structuredContent');
    });

    it('rejects an unknown tool with a protocol error', async () => {
      const client = await connectInMemory(new Desk());
      await expect(call(client, 'gret')).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining("There is no tool named 'gret'. Did you mean 'greet'?"),
      });
    });

    it('rejects an inaccessible tool like an unknown one', async () => {
      const toolkit = new Toolkit();
      toolkit.register(
        ToolSpec.create({ name: 'root', canAccess: () => false, executor: { kind: 'test', execute: () => 1 } }),
      );
      await expect(call(await connectInMemory(toolkit), 'root')).rejects.toMatchObject({ code: -32_602 });
    });

    it('explains to the model that a tool is inactive', async () => {
      const toolkit = new Toolkit();
      toolkit.createGroup('browser');
      toolkit.register(new Desk(), { group: 'browser' });
      const result = await call(await connectInMemory(toolkit), 'greet', { name: 'Ann' });
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('is not active') }] });
    });

    it.each([
      [{ name: 7 }, 'tools/call'],
      [{ name: 'greet', arguments: 'Ann' }, 'tools/call'],
      [{ name: 'greet', arguments: ['Ann'] }, 'tools/call'],
      [undefined, 'tools/call'],
    ])('rejects malformed params with an invalid-params error: %j', async (params, text) => {
      const client = await connectInMemory(new Desk());
      const { EmptyResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
      const request = { method: 'tools/call', params } as Parameters<Client['request']>[0];
      await expect(client.request(request, EmptyResultSchema)).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining(text),
      });
    });

    it('reports content that the protocol cannot represent', async () => {
      const client = await connectInMemory(toolkitWith('show', () => image('not base64!', 'image/png')));
      const result = await call(client, 'show');
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('must be bytes or base64') }],
      });
    });
  });

  describe('structured content', () => {
    it('matches an output schema of an object, and is repeated as text', async () => {
      const schema: JsonSchema = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] };
      const client = await connectInMemory(toolkitWith('point', () => ({ x: 1 }), schema));
      await client.listTools();
      expect(await call(client, 'point')).toEqual({
        content: [{ type: 'text', text: '{"x":1}' }],
        structuredContent: { x: 1 },
      });
    });

    it.each<[unknown, JsonSchema]>([
      [[1, 2], { type: 'array', items: { type: 'number' } }],
      ['late', { type: 'string' }],
      [{ x: 1 }, { anyOf: [{ type: 'object' }, { type: 'null' }] }],
      [null, { anyOf: [{ type: 'object' }, { type: 'null' }] }],
    ])('is wrapped as { result } for any other schema: %j', async (data, schema) => {
      const client = await connectInMemory(toolkitWith('give', () => data, schema));
      // The client has the schema now and validates structured content.
      await client.listTools();
      expect(await call(client, 'give')).toMatchObject({ structuredContent: { result: data } });
    });

    it('is returned without a schema when the data is an object', async () => {
      const client = await connectInMemory(new Desk());
      expect(await call(client, 'point')).toEqual({
        content: [{ type: 'text', text: '{"x":1,"y":2}' }],
        structuredContent: { x: 1, y: 2 },
      });
      expect(await call(client, 'list')).toEqual({ content: [{ type: 'text', text: '[1,2]' }] });
    });

    it('is repeated as text when the tool returns no text', async () => {
      const give = () => respond({ content: [image('AA==', 'image/png')], structuredContent: { x: 1 } });
      const client = await connectInMemory(toolkitWith('give', give));
      expect((await call(client, 'give')).content).toEqual([
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'text', text: '{"x":1}' },
      ]);
    });

    it('is an error when it does not match its schema', async () => {
      const client = await connectInMemory(toolkitWith('give', () => 'x', { type: 'number' }));
      await client.listTools();
      expect(await call(client, 'give')).toMatchObject({ isError: true });
    });
  });

  describe('for a stream', () => {
    it('reports and counts each chunk, and returns the complete output', async () => {
      const client = await connectInMemory(
        toolkitWith('words', async function* words() {
          yield 'one ';
          yield { two: 2 };
          yield 'three';
        }),
      );
      const { progress, result } = await callWithProgress(client, 'words');
      expect(progress).toEqual([
        { progress: 1, message: 'one ' },
        { progress: 2, message: '{"two":2}' },
        { progress: 3, message: 'three' },
      ]);
      expect(result).toMatchObject({ content: [{ text: 'one three' }, { text: '[{"two":2}]' }] });
    });

    it('reports chunks with increasing values once the tool has reported progress', async () => {
      const client = await connectInMemory(
        toolkitWith('dig', async function* dig(ctx: ToolContext) {
          yield 'a';
          ctx.progress(10, 100, 'begun');
          yield 'b';
          ctx.progress(5, 100);
          ctx.progress(40, 20);
          yield 'c';
          ctx.progress(Number.NaN);
        }),
      );
      expect((await callWithProgress(client, 'dig')).progress).toEqual([
        { progress: 1, message: 'a' },
        { progress: 10, total: 100, message: 'begun' },
        { progress: 10.00001, total: 100, message: 'b' },
        { progress: 10.00002, total: 100 },
        { progress: 40 },
        { progress: 40.00004, message: 'c' },
      ]);
    });

    it('reports values that increase, and every text once, whatever the tool reports', async () => {
      const values = [1, 1, 0, 2, -5, 1e300, 1e300, 3];
      const client = await connectInMemory(
        toolkitWith('dig', async function* dig(ctx: ToolContext) {
          for (const [index, value] of values.entries()) {
            ctx.progress(value, 2, `at ${index}`);
            yield `chunk ${index}`;
          }
        }),
      );
      const { progress } = await callWithProgress(client, 'dig');
      const sent = progress as readonly { readonly progress: number; readonly message: string }[];
      expect(sent.map(({ message }) => message)).toEqual(
        values.flatMap((_, index) => [`at ${index}`, `chunk ${index}`]),
      );
      for (const [index, { progress: value }] of sent.entries()) {
        if (index > 0) expect(value).toBeGreaterThan(sent[index - 1]?.progress ?? Number.NaN);
      }
    });

    it('reports nothing after the result', async () => {
      const late: (() => void)[] = [];
      const client = await connectInMemory(
        toolkitWith('dig', (ctx) => {
          late.push(() => ctx.progress(2));
          ctx.progress(1);
          return 'dug';
        }),
      );
      const errors: Error[] = [];
      client.onerror = (error) => errors.push(error);
      const { progress } = await callWithProgress(client, 'dig');
      for (const report of late) report();
      await client.ping();
      expect(progress).toEqual([{ progress: 1 }]);
      expect(errors).toEqual([]);
    });

    it('reports nothing to a client that sent no progress token', async () => {
      const client = await connectInMemory(
        toolkitWith('words', async function* words(ctx: ToolContext) {
          ctx.progress(1);
          yield 'one';
        }),
      );
      const notifications: unknown[] = [];
      client.fallbackNotificationHandler = async (notification) => void notifications.push(notification);
      expect(await call(client, 'words')).toMatchObject({ content: [{ text: 'one' }] });
      expect(notifications).toEqual([]);
    });

    it('ends when the client cancels: the generator cleans up', async () => {
      const abort = new AbortController();
      const cleaned = new Promise<void>((resolve) => {
        const toolkit = toolkitWith('count', async function* count() {
          try {
            for (let count = 0; ; count++) yield `${count} `;
          } finally {
            resolve();
          }
        });
        void connectInMemory(toolkit).then((client) => {
          const onprogress = (): void => abort.abort();
          client.callTool({ name: 'count' }, undefined, { signal: abort.signal, onprogress }).catch(() => undefined);
        });
      });
      await expect(cleaned).resolves.toBeUndefined();
    });
  });

  describe('logging', () => {
    async function collectLogs(level?: 'warning'): Promise<readonly unknown[]> {
      const client = await connectInMemory(
        toolkitWith('work', (ctx) => {
          ctx.log('debug', 'looked', { at: 3 });
          ctx.log('warn', 'odd');
          return 'done';
        }),
      );
      const notifications: unknown[] = [];
      client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void notifications.push(params));
      if (level !== undefined) await client.setLoggingLevel(level);
      await call(client, 'work');
      return notifications;
    }

    it('sends the log messages of the tool to the client', async () => {
      expect(await collectLogs()).toEqual([
        { level: 'debug', logger: 'work', data: { message: 'looked', data: { at: 3 } } },
        { level: 'warning', logger: 'work', data: 'odd' },
      ]);
    });

    it('omits messages below the level of the client', async () => {
      expect(await collectLogs('warning')).toEqual([{ level: 'warning', logger: 'work', data: 'odd' }]);
    });

    it('rejects an invalid level', async () => {
      const client = await connectInMemory(new Desk());
      await expect(client.setLoggingLevel('loud' as 'info')).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining('The levels are debug,'),
      });
    });
  });
});
