import { readFile } from 'node:fs/promises';
import { type Environment, isMapping, valueAt } from './configuration.js';
import { ConfigurationFile } from './configuration-file.js';
import { Definition } from './definition.js';
import { readMcpDefinition } from './mcp-definition.js';
import { asDefinitionError } from './message-of.js';
import { type OpenApiPart, readOpenApiDefinition } from './openapi-definition.js';
import { readRestDefinition } from './rest-definition.js';
import { type FileTools, failFile, type ToolPart } from './tool-file.js';

/** The names of the files that are definitions. */
export const definitionPattern = '*.{yaml,yml,json}';

/**
 * Reads a file with a definition, or with a list of definitions: of a REST operation, an OpenAPI document or an MCP
 * server. A definition that fails does not affect the others.
 */
export async function readDefinitions(file: string, environment: Environment): Promise<FileTools> {
  let configuration: ConfigurationFile;
  try {
    const text = await readFile(file, 'utf8');
    if (isOpenApiDocument(text)) {
      const reason = `It is an OpenAPI document. Add a definition with 'name' and 'openapi', the path of the document.`;
      return { ...failFile(), skipped: [{ file, reason }] };
    }
    configuration = await ConfigurationFile.parse(file, text, { environment });
  } catch (error) {
    return failFile(asDefinitionError(error));
  }
  const read = await Promise.allSettled(Definition.listOf(configuration).map(readDefinition));
  const parts = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return {
    parts,
    skipped: [],
    errors: read.flatMap((one) => (one.status === 'rejected' ? [asDefinitionError(one.reason)] : [])),
    documents: parts.flatMap(({ document }) => document ?? []),
  };
}

type DefinedPart = ToolPart & Partial<Pick<OpenApiPart, 'document'>>;

const readers: Readonly<Record<string, (definition: Definition) => Promise<DefinedPart>>> = {
  rest: readRestDefinition,
  mcp: readMcpDefinition,
  openapi: readOpenApiDefinition,
};

async function readDefinition(definition: Definition): Promise<DefinedPart> {
  const value = valueAt(definition.configuration, definition.path);
  if (!isMapping(value)) throw definition.error('A definition must be a mapping of keys to values.');
  const written = value.type ?? value.kind;
  const read = readers[String(written ?? kindOf(definition))];
  if (read !== undefined) return read(definition);
  if (written !== undefined)
    throw definition.errorAt(['type', 'kind'], `must be one of ${Object.keys(readers).join(', ')}.`);
  throw definition.error(
    "A definition must have 'api_url' (a REST operation), 'openapi' (a document), or 'mcp_server_url' or 'command' " +
      '(an MCP server).',
  );
}

function kindOf(definition: Definition): string | undefined {
  if (definition.has('openapi', 'document')) return 'openapi';
  if (definition.has('mcp_server_url', 'url', 'command')) return 'mcp';
  return definition.has('api_url', 'baseUrl') ? 'rest' : undefined;
}

/** Checks whether a text is an OpenAPI document itself. It may be longer than a definition. */
function isOpenApiDocument(text: string): boolean {
  return /^\s*(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:\s*["']?\d+(?:\.\d+)+["']?\s*(?:,|$)/m.test(
    text.slice(0, 4096),
  );
}
