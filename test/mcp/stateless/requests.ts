import { setTimeout as pause } from 'node:timers/promises';
import type { McpHandler, McpRequestOptions } from 'toolwright/mcp';

const keys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
};

/** The capability with which a client supports tasks. */
export const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** The JSON of a response. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test reads its own result.
  readonly result: any;
  // biome-ignore lint/suspicious/noExplicitAny: each test reads its own error.
  readonly error: any;
}

/** The settings of a request. */
export interface RequestSettings {
  readonly id?: number | string;
  readonly capabilities?: object;
  readonly meta?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly options?: McpRequestOptions;
}

/** Creates a request of protocol version 2026-07-28, as its clients send it. */
export function requestOf(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { id = 1, capabilities = {}, meta = {}, headers = {}, signal }: RequestSettings = {},
): Request {
  const _meta = { [keys.version]: '2026-07-28', [keys.capabilities]: capabilities, ...meta };
  const name = params.name ?? params.uri ?? params.taskId;
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Sends a request, and returns its JSON response. */
export async function send(
  handler: McpHandler,
  method: string,
  params?: Readonly<Record<string, unknown>>,
  settings: RequestSettings = {},
): Promise<Answer> {
  const response = await handler.fetch(requestOf(method, params, settings), settings.options);
  const { result, error } = (await response.json()) as Answer;
  return { status: response.status, result, error };
}

/** Asks until something is so; gives up after twenty seconds, so that the test's own expectation fails. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  while (!(await isSo()) && Date.now() < giveUpAt) await pause(1);
}
