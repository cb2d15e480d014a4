import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { agentTool, Toolkit, ToolSpec } from 'toolwright';
import { deferred, never, until } from '../../execution/waiting.js';
import { connectInMemory } from './clients.js';

const input = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } as const;

/** A toolkit with an agent that calls a tool that needs approval. */
function createCleaner(): { readonly toolkit: Toolkit; readonly wiped: unknown[] } {
  const wiped: unknown[] = [];
  const toolkit = new Toolkit();
  const wipe = {
    name: 'wipe',
    inputSchema: input,
    needsApproval: true,
    executor: {
      kind: 'test',
      execute: ({ path }: Readonly<Record<string, unknown>>) => {
        wiped.push(path);
        return `wiped ${path}`;
      },
    },
  };
  toolkit.register([
    ToolSpec.create(wipe),
    agentTool({
      name: 'cleaner',
      description: 'Cleans up',
      input,
      run: async ({ path }, { toolkit: session }) => (await session.execute('wipe', { path })).toText(),
    }),
  ]);
  return { toolkit, wiped };
}

async function connect(toolkit: Toolkit, answer: ElicitResult, asked: unknown[] = []): Promise<Client> {
  return connectInMemory(toolkit, {
    client: { capabilities: { elicitation: {} } },
    before: (one) => {
      one.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        asked.push(params.message);
        return answer;
      });
    },
  });
}

describe('an agent that is served over MCP', () => {
  it('is listed with the schema of its input', async () => {
    const client = await connect(createCleaner().toolkit, { action: 'cancel' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['wipe', 'cleaner']);
    expect(tools[1]).toMatchObject({ description: 'Cleans up', inputSchema: input });
  });

  it.each([
    ['grants', { action: 'accept', content: { approve: true } }, 'wiped /a', ['/a']],
    [
      'denies',
      { action: 'accept', content: { approve: false, reason: 'Keep it.' } },
      "The call of 'wipe' was denied: Keep it.",
      [],
    ],
  ] as const)('asks the user of the client, who %s the call of its run', async (_, answer, text, expected) => {
    const asked: unknown[] = [];
    const { toolkit, wiped } = createCleaner();
    const client = await connect(toolkit, answer as unknown as ElicitResult, asked);
    const result = await client.callTool({ name: 'cleaner', arguments: { path: '/a' } });
    expect(result).toMatchObject({ content: [{ type: 'text', text }] });
    expect(asked).toEqual([expect.stringContaining("Allow the call of 'wipe'")]);
    expect(wiped).toEqual(expected);
  });

  it('ends with an error if it has no answer', async () => {
    const toolkit = new Toolkit();
    toolkit.register(agentTool({ name: 'silent', input: {}, run: () => undefined }));
    const client = await connect(toolkit, { action: 'cancel' });
    expect(await client.callTool({ name: 'silent', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: "The agent 'silent' ended without an answer." }],
    });
  });

  it('is aborted with the request, and with it the calls of its run', async () => {
    const started = deferred();
    let aborted = false;
    const toolkit = new Toolkit();
    toolkit.register([
      ToolSpec.create({
        name: 'hang',
        executor: {
          kind: 'test',
          execute: (_, { signal }) => {
            signal.addEventListener('abort', () => {
              aborted = true;
            });
            started.resolve();
            return never;
          },
        },
      }),
      agentTool({ name: 'waiting', input: {}, run: (_, { toolkit: session }) => session.execute('hang') }),
    ]);
    const client = await connect(toolkit, { action: 'cancel' });
    const controller = new AbortController();
    const calling = client.callTool({ name: 'waiting', arguments: {} }, undefined, { signal: controller.signal });
    await started.promise;
    controller.abort();
    await expect(calling).rejects.toThrow();
    await until(() => aborted);
    expect(aborted).toBe(true);
  });
});
