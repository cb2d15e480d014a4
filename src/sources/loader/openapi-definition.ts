import { resolve } from 'node:path';
import type { OpenApiSourceOptions } from 'toolwright/rest';
import type { Definition } from './definition.js';
import { authFields, readAuth } from './read-auth.js';
import { type FieldTable, readFields } from './read-fields.js';
import { readTexts } from './read-texts.js';
import { readSource, type ToolPart } from './tool-file.js';

const fields = {
  kind: { kind: 'string', alias: 'type', values: ['openapi'] },
  name: { kind: 'string', isRequired: true },
  openapi: { kind: 'string', alias: 'document', isRequired: true },
  baseUrl: { kind: 'string', alias: 'api_url' },
  headers: { kind: 'mapping' },
  ...authFields,
  include: { kind: 'strings' },
  exclude: { kind: 'strings' },
  names: { kind: 'object' },
  prefix: { kind: 'string' },
  active: { kind: 'boolean' },
  outputSchemas: { kind: 'boolean' },
  outbound: { kind: 'object' },
  retry: { kind: 'object' },
  timeoutMs: { kind: 'milliseconds', alias: 'timeout', aliasKind: 'duration' },
} as const satisfies FieldTable;

/** The tools of an OpenAPI document, and its path if it is a file. */
export interface OpenApiPart extends ToolPart {
  readonly document: string | undefined;
}

/**
 * Imports the operations of an OpenAPI document.
 *
 * @throws DefinitionError if the definition is invalid, and if the document cannot be imported.
 */
export async function readOpenApiDefinition(definition: Definition): Promise<OpenApiPart> {
  const { configuration, path } = definition;
  const { kind: _, openapi, headers, auth, apiKey, apiKeyHeader, ...others } = readFields(configuration, path, fields);
  const isUrl = /^https?:/i.test(String(openapi));
  const document = isUrl ? String(openapi) : resolve(configuration.folder, String(openapi));
  const options = {
    ...others,
    headers: readTexts(configuration, definition.pathOf('headers'), headers),
    auth: readAuth(definition, { auth, apiKey, apiKeyHeader }),
  } as OpenApiSourceOptions;
  const { openApiSource } = await import('toolwright/rest');
  try {
    return { ...(await readSource(openApiSource(document, options))), document: isUrl ? undefined : document };
  } catch (error) {
    throw definition.adapterError(error, fields);
  }
}
