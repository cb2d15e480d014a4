import { Agent, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import type { TimedContender } from './row.js';

/** The contender without an SDK. */
export const floorName = 'floor: an HTTP answer without an SDK';

/** The headers and the parameters of a tool call. */
export interface McpCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly params: object;
}

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const parallel = 8;
const agent = new Agent({ keepAlive: true, maxSockets: parallel });
const params = { name: 'add', arguments: { a: 1, b: 2 } };
const clientInfo = { name: 'bench', version: '1.0.0' };

/** A call of version 2025-11-25 without a session. */
export const legacyCall: McpCall = { headers: { 'mcp-protocol-version': '2025-11-25' }, params };

/** A call of version 2026-07-28. */
export const modernCall: McpCall = {
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'add' },
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/** Begins a session. Returns a call in that session. */
export async function initialize(port: number): Promise<McpCall> {
  const begin = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const { headers } = await post(port, 'initialize', { headers: {}, params: begin });
  return { ...legacyCall, headers: { ...legacyCall.headers, 'mcp-session-id': String(headers['mcp-session-id']) } };
}

/** Sends calls at the same time, on connections that stay open. */
export function postInParallel(port: number, call: McpCall): Pick<TimedContender, 'run' | 'units'> {
  const run = () => Promise.all(Array.from({ length: parallel }, () => post(port, 'tools/call', call)));
  return { run, units: parallel };
}

/** Whether each answer has the sum. */
export function isSum(answers: unknown): boolean {
  return (answers as readonly Answer[]).every(({ text }) => text.includes('"text":"3"'));
}

function post(port: number, method: string, call: McpCall): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: call.params });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    accept: 'application/json, text/event-stream',
    ...call.headers,
  };
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers };
    const request = sendRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject).on('end', () => resolve({ headers: response.headers, text }));
    });
    request.on('error', reject).end(body);
  });
}
