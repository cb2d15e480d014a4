// Requests of protocol version 2026-07-28, well-formed ones and others.
import { spoil } from './protocol-changes.mjs';
import { scenarios } from './protocol-scenarios.mjs';
import { allCapabilities, encoded, jsonTypes, keys, levels, odd, oddAccepts, version } from './protocol-values.mjs';
import { Random } from './random.mjs';

/** Creates a client, and its requests, each of which may depend on the answers before. */
export function protocolCase(seed) {
  const random = new Random(seed);
  const toolkit = random.chance(0.25) ? 'offloading' : 'plain';
  const { isAsking, create } = random.pick(scenarios[toolkit]);
  const isStdio = random.chance(0.25);
  const hasSubject = random.chance(toolkit === 'offloading' ? 0.8 : isAsking ? 0.6 : 0.3);
  const subject = hasSubject && !isStdio ? `${random.pick(['ann', 'bob'])}-${seed}` : undefined;
  const rounds = isAsking && random.chance(0.5) ? 'held' : 'replayed';
  // Calls that wait are counted, so that the calls of others would matter.
  const client = { seed, toolkit, isStdio, rounds, isAlone: isStdio || isAsking };
  const messages = create(random);
  const isHostile = random.chance(isAsking ? 0.2 : 0.4);
  const hostile = random.between(0, messages.length - 1);
  const exchanges = messages.map((message, index) => {
    const sent = exchangeOf(message, random);
    if (isHostile && index === hostile) spoil(sent, random);
    // HTTP/1.1 has no body in the response to HEAD. Without a subject, calls that wait are counted by address.
    const isNode = random.chance(0.15) && sent.http !== 'HEAD' && (subject !== undefined || !isAsking);
    // What belongs to one client is not there for another.
    const isOther = subject !== undefined && random.chance(isAsking ? 0.1 : 0.04);
    return { toolkit, subject: isOther ? `eve-${seed}` : subject, isStdio, isNode, ...toText(sent) };
  });
  return { client, exchanges };
}

const named = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** Returns a well-formed request, with the headers that it needs. */
function exchangeOf({ method, params, more }, random) {
  const meta = { [keys.version]: version, [keys.capabilities]: allCapabilities };
  if (random.chance(0.6)) meta[keys.clientInfo] = { name: 'fuzzer', version: '1.0.0' };
  if (random.chance(0.3)) meta[keys.logLevel] = random.pick(levels);
  if (random.chance(0.3)) meta.progressToken = random.pick(['token', 7, 0, '']);
  if (random.chance(0.1)) meta['example.com/own'] = random.pick(odd);
  const headers = [
    ['content-type', random.chance(0.9) ? 'application/json' : random.pick(jsonTypes)],
    ['accept', random.chance(0.9) ? 'application/json, text/event-stream' : random.pick(['*/*', ...oddAccepts])],
    ['mcp-protocol-version', version],
    ['mcp-method', method],
  ];
  const name = named[method] && params[named[method]];
  if (typeof name === 'string') headers.push(['mcp-name', headerText(name, random)]);
  for (const header of argumentHeaders(params.arguments, random)) headers.push(header);
  const id = random.pick([1, 0, -5, 'a', '', 'ä', random.between(2, 1_000)]);
  return {
    http: 'POST',
    headers,
    message: { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta }, ...more },
  };
}

function headerText(text, random) {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?');
  // An URI is not known yet.
  return isPlain && (text.startsWith('@') || random.chance(0.8)) ? text : encoded(text);
}

function argumentHeaders(args, random) {
  const { region, zone, isOpen, place } = typeof args === 'object' && args !== null ? args : {};
  return [
    ['mcp-param-region', region],
    ['mcp-param-zone', zone],
    ['mcp-param-is-open', isOpen],
    ['mcp-param-street', place?.street],
  ].flatMap(([name, value]) => (value === undefined ? [] : [[name, headerText(String(value), random)]]));
}

/** Returns the text of the body of a request. */
function toText({ http, headers, message, body }) {
  const { id, ...others } = Array.isArray(message) ? {} : message;
  const sent = Array.isArray(message) || id !== '@none' ? message : others;
  const text = body ?? JSON.stringify(sent);
  return { method: http, headers, body: text.replaceAll('"@proto"', '"__proto__"').replaceAll('"@infinity"', '1e999') };
}
