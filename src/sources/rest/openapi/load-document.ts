import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DefinitionError, ToolError } from '../../../base/errors/errors.js';
import { type OutboundOptions, OutboundRules } from '../../../base/network/outbound-rules.js';
import { createGuardedAgent } from '../guarded-agent.js';
import { readBody } from '../read-body.js';
import type { RestLimits } from '../rest-limits.js';
import { sendRequest } from '../send-request.js';
import { createStatusError } from '../status-error.js';
import { parseDocument } from './parse-document.js';

/** The place of a document: an object, a file or a URL. */
export type DocumentLocation = { readonly object: object } | { readonly file: string } | { readonly url: URL };

/** The settings with which a document is read. */
export interface DocumentReading {
  /** The function and the source, with which error messages begin. */
  readonly where: string;
  /** The largest size of a document, in bytes. */
  readonly maxBytes: number;
  readonly limits: RestLimits;
  readonly outbound: OutboundOptions | undefined;
}

/** A document that was read. */
export interface LoadedDocument {
  readonly value: unknown;
  /** The digest of the text. Undefined for an object, which may have changed. */
  readonly digest: string | undefined;
}

/** Returns the location that an argument describes. @throws DefinitionError that begins with `where` if it is none. */
export function locationOf(document: unknown, where: string): DocumentLocation {
  if (document instanceof URL || (typeof document === 'string' && /^(?:https?|file):/i.test(document))) {
    if (!URL.canParse(String(document))) throw new DefinitionError(`${where}: the URL of the document is invalid.`);
    const url = new URL(document);
    return url.protocol === 'file:' ? { file: fileURLToPath(url) } : { url };
  }
  if (typeof document === 'string' && document !== '') return { file: document };
  if (typeof document === 'object' && document !== null) return { object: document };
  throw new DefinitionError(`${where}: the document must be an object, a URL, or the path of a file.`);
}

/** Reads a document. @throws DefinitionError if it cannot be read, or is neither JSON nor YAML. */
export async function loadDocument(location: DocumentLocation, reading: DocumentReading): Promise<LoadedDocument> {
  if ('object' in location) return { value: location.object, digest: undefined };
  const text = 'file' in location ? await readText(location.file, reading) : await fetchText(location.url, reading);
  const digest = createHash('sha256').update(text).digest('hex');
  return { value: await parseDocument(text, reading.where), digest };
}

async function readText(file: string, { where, maxBytes }: DocumentReading): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size <= maxBytes) return await readFile(file, 'utf8');
  } catch (cause) {
    const { code = 'unknown error' } = cause as { readonly code?: string };
    throw new DefinitionError(`${where}: the file '${file}' cannot be read (${code}).`, { cause });
  }
  throw new DefinitionError(`${where}: the document has more than ${maxBytes} bytes (maxDocumentBytes).`);
}

// The time limit for downloading a document, in milliseconds.
const downloadTimeoutMs = 60_000;

async function fetchText(url: URL, { where, maxBytes, limits, outbound }: DocumentReading): Promise<string> {
  const rules = OutboundRules.read(outbound, `${where}: outbound`).allowUrl(url);
  const dispatcher = await createGuardedAgent({ rules, connectTimeoutMs: limits.connectTimeoutMs });
  const headers = { accept: 'application/json, application/yaml, */*;q=0.1' };
  const signal = AbortSignal.timeout(downloadTimeoutMs);
  try {
    const request = { method: 'GET', url, headers, body: undefined };
    const response = await sendRequest(request, { ...limits, dispatcher, rules, signal });
    if (response.status >= 300) throw createStatusError(response, '');
    const chunks: Uint8Array[] = [];
    for await (const chunk of readBody(response, maxBytes)) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  } catch (cause) {
    const reason = ToolError.is(cause) ? cause.message : 'The download was not completed in time.';
    throw new DefinitionError(`${where}: the document cannot be downloaded. ${reason}`, { cause });
  } finally {
    await dispatcher.destroy();
  }
}
