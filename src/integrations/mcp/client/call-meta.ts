import { DefinitionError } from '../../../base/errors/errors.js';
import { toOutputJson } from '../../../call/response/json-value.js';
import { Secret } from '../../../call/state/secret.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { evaluateOption } from './http/evaluate-option.js';
import type { OutgoingCall, RemoteCall } from './http/remote-call.js';

/** The entries to add to the `_meta` of a request. A secret is sent as its value. */
export type MetaEntries = Readonly<Record<string, unknown>>;

/** The `_meta` of each call: entries, or a function that returns them. */
export type CallMetaOption =
  | MetaEntries
  | ((call: OutgoingCall) => MetaEntries | undefined | Promise<MetaEntries | undefined>);

// The specification 2025-11-25, basic, `_meta`: an optional prefix of labels, then a name.
const prefix = /^[a-z](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const entryName = /^[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?$/i;

/** The keys without a prefix that the protocol defines for requests. */
const protocolKeys: ReadonlySet<string> = new Set(['progressToken', 'traceparent', 'tracestate', 'baggage']);

/**
 * Returns the entries that the option `meta` adds to the `_meta` of a call, with secrets revealed and registered.
 *
 * @param where - The option, for errors.
 * @throws DefinitionError if a key is invalid or reserved, or a value has no JSON form.
 */
export async function createCallMeta(
  option: CallMetaOption,
  call: RemoteCall,
  where: string,
): Promise<MetaEntries | undefined> {
  const entries =
    typeof option === 'function' ? await evaluateOption(() => option(call.view), call.view, where) : option;
  if (entries === undefined) return undefined;
  return readMeta(entries, (text) => call.secrets.add([text]), where);
}

/** Validates entries. @throws DefinitionError if a key is invalid or reserved, or a value has no JSON form. */
export function readMeta(entries: unknown, onSecret: (text: string) => void, where: string): MetaEntries {
  if (!isRecord(entries)) throw new DefinitionError(`${where} must be or return an object of entries.`);
  const sent = Object.entries(entries).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    sent.map(([key, value]) => {
      checkKey(key, where);
      const revealed = Secret.is(value) ? value.reveal() : value;
      if (Secret.is(value) && typeof revealed === 'string') onSecret(revealed);
      return [key, readJson(revealed, key, where)];
    }),
  );
}

function checkKey(key: string, where: string): void {
  const slash = key.lastIndexOf('/');
  const labels = slash === -1 ? undefined : key.slice(0, slash);
  const name = key.slice(slash + 1);
  const isValid = (labels === undefined || prefix.test(labels)) && (name === '' ? slash !== -1 : entryName.test(name));
  // The key is not repeated, because it may contain a value by mistake.
  if (!isValid)
    throw new DefinitionError(`${where}: a key is not valid in _meta. Use keys such as 'example.com/user'.`);
  const isReserved =
    labels === undefined ? protocolKeys.has(name) : /(?:^|\.)(?:modelcontextprotocol|mcp)(?:\.|$)/i.test(labels);
  if (isReserved)
    throw new DefinitionError(`${where}: the key '${key}' is reserved by the protocol. Use your own prefix.`);
}

function readJson(value: unknown, key: string, where: string): unknown {
  try {
    const json = toOutputJson(value);
    if (json !== undefined) return json;
  } catch {
    // Reported below, without the value.
  }
  throw new DefinitionError(`${where}: the value of '${key}' has no JSON form.`);
}
