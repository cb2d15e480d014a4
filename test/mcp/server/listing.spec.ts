/**
 * The client of the SDK validates with ajv, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { type JsonSchema, Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { z } from 'zod';
import { connectInMemory } from './clients.js';

const authored: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Where',
  type: 'object',
  properties: { place: { $ref: '#/$defs/place', title: 'Place' } },
  $defs: { place: { type: 'string', minLength: 1 } },
};

function tool(name: string, more: Partial<Parameters<typeof ToolSpec.create>[0]> = {}): ToolSpec {
  return ToolSpec.create({ name, executor: { kind: 'test', execute: () => name }, ...more });
}

function toolkitOf(...specs: readonly ToolSpec[]): Toolkit {
  const toolkit = new Toolkit();
  for (const spec of specs) toolkit.register(spec);
  return toolkit;
}

async function namesOf(client: { listTools(): Promise<{ tools: { name: string }[] }> }): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

describe('tools/list', () => {
  it('lists deferred tools, and omits tools that only code may call', async () => {
    const client = await connectInMemory(
      toolkitOf(tool('look', { deferLoading: true }), tool('scan', { allowedCallers: ['code'] })),
    );
    expect(await namesOf(client)).toEqual(['look']);
  });

  it('lists and calls the highest version of a tool, or the version that the server chooses', async () => {
    const run = (version: string) => ({ kind: 'test', execute: () => ({ version }) });
    const toolkit = toolkitOf(
      tool('look', { version: '1.0.0', description: 'First', executor: run('1.0.0') }),
      tool('look', {
        version: '2.0.0',
        description: 'Second',
        outputSchema: { type: 'object', properties: { version: { const: '2.0.0' } } },
        executor: run('2.0.0'),
      }),
    );
    const highest = await connectInMemory(toolkit);
    expect((await highest.listTools()).tools).toMatchObject([{ name: 'look', description: 'Second' }]);
    expect(await highest.callTool({ name: 'look' })).toMatchObject({ structuredContent: { version: '2.0.0' } });
    const chosen = await connectInMemory(toolkit, { versions: { look: '1.x' } });
    expect((await chosen.listTools()).tools).toMatchObject([{ name: 'look', description: 'First' }]);
    expect(await chosen.callTool({ name: 'look' })).toMatchObject({
      content: [{ type: 'text', text: '{"version":"1.0.0"}' }],
    });
    await expect(connectInMemory(toolkit, { versions: { look: '3.x' } })).rejects.toThrow(
      "session: versions: no version of 'look' matches '3.x'. Registered: 2.0.0, 1.0.0.",
    );
  });

  it('returns all metadata of a tool, and the authored schema unchanged', async () => {
    const icons = [{ src: 'data:image/png;base64,AA==', mimeType: 'image/png', sizes: ['16x16'] }];
    const client = await connectInMemory(
      toolkitOf(
        tool('look', {
          title: 'Look up',
          description: 'Looks a place up',
          inputSchema: authored,
          outputSchema: { type: 'object', properties: { found: { type: 'boolean' } } },
          annotations: { readOnlyHint: true },
          icons,
          meta: { 'example.org/team': 'maps' },
        }),
      ),
    );
    expect((await client.listTools()).tools).toEqual([
      {
        name: 'look',
        title: 'Look up',
        description: 'Looks a place up',
        inputSchema: authored,
        outputSchema: { type: 'object', properties: { found: { type: 'boolean' } } },
        annotations: { readOnlyHint: true },
        icons,
        _meta: { 'example.org/team': 'maps' },
      },
    ]);
  });

  it('wraps an output schema that is not an object as { result }, with its definitions at the root', async () => {
    const tree: JsonSchema = { type: 'array', items: { $ref: '#' } };
    const named = z.array(z.object({ id: z.number() }));
    const client = await connectInMemory(
      toolkitOf(tool('tree', { outputSchema: tree }), tool('rows', { outputSchema: named })),
    );
    const [first, second] = (await client.listTools()).tools;
    expect(first?.outputSchema).toEqual({
      type: 'object',
      properties: { result: { $ref: '#/$defs/result' } },
      required: ['result'],
      $defs: { result: { type: 'array', items: { $ref: '#/$defs/result' } } },
    });
    expect(second?.outputSchema).toMatchObject({
      properties: { result: { type: 'array', items: { type: 'object' } } },
      required: ['result'],
    });
  });

  it('lists all tools of a registry, regardless of their groups', async () => {
    class Desk extends ToolRegistry {
      @Tool() open(): string {
        return 'open';
      }
      @Tool({ group: 'admin' }) close(): string {
        return 'closed';
      }
    }
    expect(await namesOf(await connectInMemory(new Desk()))).toEqual(['open', 'close']);
  });

  it('lists active tools only, in the order of registration', async () => {
    const toolkit = new Toolkit();
    toolkit.createGroup('off');
    toolkit.createGroup('on', { active: true });
    toolkit.register(tool('c'));
    toolkit.register(tool('a'), { group: 'off' });
    toolkit.register(tool('b'), { group: 'on' });
    expect(await namesOf(await connectInMemory(toolkit))).toEqual(['c', 'b']);
  });

  it('lists for each client the tools that it may access', async () => {
    const toolkit = toolkitOf(tool('all'), tool('some', { canAccess: (auth) => auth === 'ann' }));
    expect(await namesOf(await connectInMemory(toolkit, { auth: 'ann' }))).toEqual(['all', 'some']);
    expect(await namesOf(await connectInMemory(toolkit, { auth: 'bob' }))).toEqual(['all']);
  });

  describe('in pages', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];

    it('lists each tool once', async () => {
      const client = await connectInMemory(toolkitOf(...names.map((name) => tool(name))), { pageSize: 2 });
      const pages: (readonly string[])[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        pages.push(page.tools.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    });

    it('lists 200 tools on a page by default', async () => {
      const many = Array.from({ length: 201 }, (_, at) => tool(`t${at}`));
      const client = await connectInMemory(toolkitOf(...many));
      const { tools, nextCursor } = await client.listTools();
      expect(tools).toHaveLength(200);
      expect((await client.listTools({ cursor: String(nextCursor) })).tools.map(({ name }) => name)).toEqual(['t200']);
    });

    it('returns no cursor on the last page', async () => {
      const client = await connectInMemory(toolkitOf(tool('a'), tool('b')), { pageSize: 2 });
      expect(await client.listTools()).not.toHaveProperty('nextCursor');
    });

    it('continues at the same position after tools were removed', async () => {
      const toolkit = toolkitOf(...names.map((name) => tool(name)));
      const client = await connectInMemory(toolkit, { pageSize: 2 });
      const { nextCursor } = await client.listTools();
      toolkit.unregister('a');
      const page = await client.listTools({ cursor: String(nextCursor) });
      expect(page.tools.map(({ name }) => name)).toEqual(['c', 'd']);
    });

    it.each(['', 'x', 'bm9uc2Vuc2U', Buffer.from('[-1,"a"]').toString('base64url')])(
      'rejects the cursor %j with an invalid-params error',
      async (cursor) => {
        const client = await connectInMemory(toolkitOf(tool('a')));
        await expect(client.listTools({ cursor })).rejects.toMatchObject({
          code: -32_602,
          message: expect.stringContaining('Invalid cursor.'),
        });
      },
    );

    it('rejects an invalid page size', async () => {
      await expect(connectInMemory(toolkitOf(), { pageSize: 0 })).rejects.toThrow('pageSize must be a number above 0');
    });
  });

  describe('that changes', () => {
    /** Counts the changes that a client is notified of. `next` resolves with the first one. */
    function countChanges(client: { setNotificationHandler: unknown }): { count: number; next: Promise<void> } {
      const changes = { count: 0, next: Promise.resolve() };
      changes.next = new Promise((resolve) => {
        (client.setNotificationHandler as (schema: unknown, handler: () => void) => void)(
          ToolListChangedNotificationSchema,
          () => {
            changes.count++;
            resolve();
          },
        );
      });
      return changes;
    }

    it('is announced once for many changes that happen together', async () => {
      const toolkit = toolkitOf(tool('a'));
      const client = await connectInMemory(toolkit);
      expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
      const changes = countChanges(client);
      for (let count = 0; count < 50; count++) toolkit.register(tool(`t${count}`));
      await changes.next;
      await client.ping();
      expect(changes.count).toBe(1);
      expect((await client.listTools()).tools).toHaveLength(51);
    });

    it('is announced only to the client whose meta tool changed it', async () => {
      const toolkit = new Toolkit();
      toolkit.createGroup('browser', { description: 'Web pages' });
      toolkit.register(tool('browse'), { group: 'browser' });
      toolkit.enableMetaTool();
      const [one, other] = [await connectInMemory(toolkit), await connectInMemory(toolkit)];
      const [ones, others] = [countChanges(one), countChanges(other)];
      expect(await namesOf(one)).toEqual(['activate_tool_groups']);
      await one.callTool({ name: 'activate_tool_groups', arguments: { browser: true } });
      await ones.next;
      expect(await namesOf(one)).toEqual(['browse', 'activate_tool_groups']);
      await other.ping();
      expect(await namesOf(other)).toEqual(['activate_tool_groups']);
      expect(others.count).toBe(0);
    });
  });
});
