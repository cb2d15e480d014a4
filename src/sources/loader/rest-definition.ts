import type { RestToolOptions } from 'toolwright/rest';
import type { ToolSpec } from '../../index.js';
import type { Definition } from './definition.js';
import { placeBoundTexts } from './place-bound-texts.js';
import { authFields, readAuth } from './read-auth.js';
import { type FieldTable, readFields } from './read-fields.js';
import { readBindings } from './read-texts.js';
import type { ToolPart } from './tool-file.js';

const fields = {
  kind: { kind: 'string', alias: 'type', values: ['rest'] },
  name: { kind: 'string', isRequired: true },
  title: { kind: 'string' },
  description: { kind: 'string', isRequired: true },
  baseUrl: { kind: 'string', alias: 'api_url', isRequired: true },
  method: { kind: 'string', values: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
  path: { kind: 'string' },
  inputSchema: { kind: 'object', alias: 'parameters' },
  outputSchema: { kind: 'object' },
  placement: { kind: 'object' },
  body: { kind: 'object' },
  response: { kind: 'string', values: ['json', 'text', 'bytes', 'stream'] },
  headers: { kind: 'mapping' },
  query: { kind: 'mapping' },
  bind: { kind: 'mapping' },
  ...authFields,
  outbound: { kind: 'object' },
  annotations: { kind: 'object' },
  retry: { kind: 'object' },
  group: { kind: 'string' },
  tags: { kind: 'strings' },
  timeoutMs: { kind: 'milliseconds', alias: 'timeout', aliasKind: 'duration' },
} as const satisfies FieldTable;

/** The fields that are options of a REST tool without any change. */
interface PlainValues {
  readonly name: string;
  readonly description: string;
  readonly timeoutMs?: number;
}

/**
 * Creates the tool of an HTTP operation.
 *
 * @throws DefinitionError if the definition is invalid, and if the package undici is missing.
 */
export async function readRestDefinition(definition: Definition): Promise<ToolPart> {
  const { configuration, path: at } = definition;
  const read = readFields(configuration, at, fields);
  const { kind: _, baseUrl, method = 'GET', path, headers, query, bind, auth, apiKey, apiKeyHeader, ...plain } = read;
  const { inputSchema, placement, ...others } = plain;
  const operation = placeBoundTexts(definition, {
    ...splitUrl(definition, String(baseUrl), path),
    headers,
    query,
    inputSchema: inputSchema as RestToolOptions['inputSchema'],
    placement: placement as RestToolOptions['placement'],
    bind: readBindings(configuration, definition.pathOf('bind'), bind),
  });
  const scheme = readAuth(definition, { auth, apiKey, apiKeyHeader });
  const { restTool } = await import('toolwright/rest');
  const options = { ...(others as unknown as PlainValues), ...operation, method: String(method), auth: scheme };
  return { specs: [createTool(definition, () => restTool(options))] };
}

function createTool(definition: Definition, create: () => ToolSpec): ToolSpec {
  try {
    return create();
  } catch (error) {
    throw definition.adapterError(error, fields);
  }
}

/** Returns the base URL and the path. Without a path, that of the URL is the path. */
function splitUrl(
  definition: Definition,
  url: string,
  path: unknown,
): { readonly baseUrl: string; readonly path: string } {
  if (!URL.canParse(url)) throw definition.errorAt(['api_url', 'baseUrl'], 'is not a URL.');
  if (path !== undefined) return { baseUrl: url, path: String(path) };
  const { origin, pathname, search } = new URL(url);
  if (search !== '') throw definition.errorAt(['api_url', 'baseUrl'], "must have no query. Write it in 'query'.");
  // The braces of arguments are encoded in a URL.
  return { baseUrl: origin, path: pathname.replaceAll('%7B', '{').replaceAll('%7D', '}') };
}
