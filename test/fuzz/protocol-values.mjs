// Values of requests of protocol version 2026-07-28.

export const version = '2026-07-28';
/** The keys of `_meta`. */
export const keys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
};

export const allCapabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
export const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Values of all types. `@proto` is replaced by `__proto__`. */
export const odd = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'a',
  '\u0000',
  'ä',
  [],
  [1],
  {},
  { a: 1 },
  [[]],
  { '@proto': {} },
];
export const jsonTypes = ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="utf-8"'];
export const oddAccepts = ['application/json', 'text/event-stream', 'text/html', '', 'application/*', '*/*;q=0.1'];

/** Returns a text as a header has it that cannot have the text itself. */
export function encoded(text) {
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
