import {
  acceptedContent,
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
  McpServer,
} from '@modelcontextprotocol/server';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { mcpHandler } from 'toolwright/mcp';
import type { Contender, Row } from '../row.js';

/** Requests of protocol version 2026-07-28 through `fetch`, in one process and without a network. */
export const row: Row = {
  title: 'Answering a request of MCP 2026-07-28 through fetch, per request',
  parts: [
    { name: 'calls', create: createCalls },
    { name: 'lists', create: ({ few }) => createLists(few * 10) },
    { name: 'rounds', create: createRounds },
  ],
};

type Answer = (request: Request) => Promise<Response>;

const sum = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
} as const;
const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

function createCalls(): readonly Contender[] {
  const toolkit = new Toolkit();
  const add = ({ a, b }: { readonly a: number; readonly b: number }): number => a + b;
  toolkit.register(
    ToolSpec.create({
      name: 'add',
      inputSchema: sum,
      executor: { kind: 'bench', execute: (args) => add(args as Parameters<typeof add>[0]) },
    }),
  );
  const { fetch } = mcpHandler(toolkit, { era: '2026-07-28' });
  const raw = serveRaw((server) =>
    server.registerTool('add', { inputSchema: fromJsonSchema(sum) }, (args) => {
      return { content: [{ type: 'text', text: String(add(args as Parameters<typeof add>[0])) }] };
    }),
  );
  const params = { name: 'add', arguments: { a: 1, b: 2 } };
  const works = (text: unknown): boolean => String(text).includes('"text":"3"');
  const bare = 'bare: parse, execute, respond';
  return [
    { name: bare, run: () => textOf((request) => answerBare(toolkit, request), 'tools/call', params), works },
    { name: 'raw SDK', base: bare, run: () => textOf(raw, 'tools/call', params), works },
    { name: 'mcpHandler', base: bare, maxRatio: 4, run: () => textOf(fetch, 'tools/call', params), works },
    { name: 'mcpHandler, to the SDK', base: 'raw SDK', run: () => textOf(fetch, 'tools/call', params), works },
  ];
}

/** Calls a tool without checks, headers and limits. */
async function answerBare(toolkit: Toolkit, request: Request): Promise<Response> {
  const { id, params } = (await request.json()) as { readonly id: number; readonly params: Call };
  const { content } = await toolkit.execute(params.name, params.arguments);
  const text = JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', content } });
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

function createLists(count: number): readonly Contender[] {
  const names = Array.from({ length: count }, (_, index) => `tool_${index}`);
  const description = 'Adds two numbers, and returns their sum';
  const toolkit = new Toolkit();
  const executor = { kind: 'bench', execute: () => undefined };
  for (const name of names) toolkit.register(ToolSpec.create({ name, description, inputSchema: sum, executor }));
  const { fetch } = mcpHandler(toolkit, { era: '2026-07-28', pageSize: count });
  const raw = serveRaw((server) => {
    const inputSchema = fromJsonSchema(sum);
    for (const name of names) server.registerTool(name, { description, inputSchema }, () => ({ content: [] }));
  });
  const works = (text: unknown): boolean => String(text).includes(`"tool_${count - 1}"`);
  return [
    { name: `raw SDK, ${count} tools`, run: () => textOf(raw, 'tools/list', {}), works },
    {
      name: `mcpHandler, ${count} tools`,
      base: `raw SDK, ${count} tools`,
      run: () => textOf(fetch, 'tools/list', {}),
      works,
    },
  ];
}

function createRounds(): readonly Contender[] {
  const toolkit = new Toolkit();
  const message = 'What is your name?';
  const execute = async (_: unknown, ctx: ToolContext): Promise<string> => {
    const answer = await ctx.ask<{ name: string }>(form, { message, key: 'name' });
    return answer.kind === 'accept' ? answer.data.name : '';
  };
  toolkit.register(ToolSpec.create({ name: 'greet', executor: { kind: 'bench', execute } }));
  const { fetch } = mcpHandler(toolkit, { era: '2026-07-28', rounds: 'replayed', key: 'k'.repeat(32) });
  const raw = serveRaw((server) =>
    server.registerTool('greet', {}, ({ mcpReq }) => {
      const given = acceptedContent<{ name: string }>(mcpReq.inputResponses, 'name');
      if (given !== undefined) return { content: [{ type: 'text', text: given.name }] };
      const question = inputRequired.elicit({ message, requestedSchema: form as never });
      return inputRequired({ inputRequests: { name: question }, requestState: 'state' });
    }),
  );
  const works = (text: unknown): boolean => String(text).includes('"text":"Ann"');
  return [
    { name: 'raw SDK, two rounds', units: 2, run: () => askTwice(raw), works },
    { name: 'mcpHandler, two rounds', base: 'raw SDK, two rounds', units: 2, run: () => askTwice(fetch), works },
  ];
}

async function askTwice(answer: Answer): Promise<string> {
  const call = { name: 'greet', arguments: {} };
  const { result } = JSON.parse(await textOf(answer, 'tools/call', call)) as { result: { requestState: string } };
  const inputResponses = { name: { action: 'accept', content: { name: 'Ann' } } };
  return textOf(answer, 'tools/call', { ...call, inputResponses, requestState: result.requestState });
}

function serveRaw(register: (server: McpServer) => void): Answer {
  const create = (): McpServer => {
    const server = new McpServer({ name: 'raw', version: '1.0.0' });
    register(server);
    return server;
  };
  return createMcpHandler(create, { legacy: 'reject' }).fetch;
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

async function textOf(answer: Answer, method: string, params: Readonly<Record<string, unknown>>): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } });
  return (await answer(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).text();
}
