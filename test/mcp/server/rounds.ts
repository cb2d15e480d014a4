import { randomBytes } from 'node:crypto';
import { type ToolContext, Toolkit, type ToolkitOptions, ToolSpec } from 'toolwright';
import type { McpHttpOptions } from 'toolwright/mcp';
import { serveMcp } from 'toolwright/mcp/v2';
import { closeAfterTest, send } from './clients.js';

/** The key that the servers of a spec share. */
export const key = randomBytes(32);

type Run = (ctx: ToolContext, args: Readonly<Record<string, unknown>>) => unknown;
type SpecParts = Partial<Parameters<typeof ToolSpec.create>[0]>;

/** Creates a toolkit with one tool `work`, whose only argument is `from`. */
export function toolkitWith(run: Run, spec: SpecParts = {}, options: ToolkitOptions = {}): Toolkit {
  const toolkit = new Toolkit(options);
  const properties = { from: { type: 'string' } } as const;
  const inputSchema = { type: 'object', properties, additionalProperties: false } as const;
  const executor = { kind: 'test', execute: (args: unknown, ctx: ToolContext) => run(ctx, args as Parameters<Run>[1]) };
  toolkit.register(ToolSpec.create({ name: 'work', inputSchema, executor, ...spec }));
  return toolkit;
}

/** Serves tools with replayed rounds over HTTP on a free port of this machine. */
export async function serve(toolkit: Toolkit, options: Omit<McpHttpOptions, 'transport'> = {}): Promise<URL> {
  const serving = await serveMcp(toolkit, { transport: 'http', port: 0, closeTimeoutMs: 100, key, ...options });
  closeAfterTest(() => serving.close());
  return new URL(String(serving.url));
}

/** The response to one request of a call. */
export interface Answered {
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly result?: Readonly<Record<string, unknown>>;
  /** The notifications before the response. */
  readonly sent: readonly { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[];
  /** The state and the questions of a call that asks. */
  readonly requestState: string;
  readonly inputRequests: Readonly<Record<string, { readonly method: string; readonly params?: unknown }>>;
}

/** One request of a call. */
export interface RawCall {
  readonly name?: string;
  readonly arguments?: object;
  readonly inputResponses?: object;
  readonly requestState?: string;
  readonly _meta?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request of a call, without a client. */
export async function call(url: URL, { headers, _meta, ...params }: RawCall = {}): Promise<Answered> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} }, sampling: {}, roots: {} },
    ..._meta,
  };
  const all = { name: 'work', arguments: {}, ...params, _meta: meta };
  const own = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': all.name };
  const { text } = await send(url, {
    headers: { ...own, ...headers },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: all },
  });
  const lines = text.startsWith('{') ? [text] : [...text.matchAll(/^data: (\{.*)$/gm)].map(([, line]) => String(line));
  const messages = lines.map((line) => JSON.parse(line) as Answered & { readonly method?: string });
  const sent = messages.filter(({ method }) => method !== undefined) as unknown as Answered['sent'];
  const last = messages.find(({ method }) => method === undefined);
  return { ...last, sent, ...(last?.result as Pick<Answered, 'requestState' | 'inputRequests'>) };
}

/** Repeats a call with the answers to its questions. */
export function answer(
  url: URL,
  { requestState }: Pick<Answered, 'requestState'>,
  inputResponses: object,
  more: RawCall = {},
): Promise<Answered> {
  return call(url, { ...more, requestState, inputResponses });
}

/** An answer to a question for a city. */
export const accept = (city: string) => ({ action: 'accept', content: { city } });

/** Asks for a city. Returns the city, or how the user refused. */
export async function askCity(ctx: ToolContext, message: string, name?: string): Promise<string> {
  const form = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;
  const answer = await ctx.ask<{ city: string }>(form, { message, key: name });
  return answer.kind === 'accept' ? answer.data.city : answer.kind;
}

/** The content that consists of one text. */
export const textContent = (text: string) => ({ content: [{ type: 'text', text }] });
