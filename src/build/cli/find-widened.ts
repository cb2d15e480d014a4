import { existsSync } from 'node:fs';
import type { ToolSpec } from '../../index.js';
import type { PublishedTool } from '../codegen/widened-tools.js';
import { isRecord } from './shared/is-record.js';
import { messageOf } from './shared/message-of.js';

/**
 * Describes the parameters that are published with a wider type than their TypeScript type. Without tsconfig.json in the
 * current folder, or without typescript-json-schema, the types are unknown and the result is empty.
 */
export async function findWidened(specs: readonly ToolSpec[]): Promise<readonly string[]> {
  const tools = specs.filter(({ kind }) => kind === 'native').map(toPublished);
  const isOpen = ({ properties }: PublishedTool): boolean => Object.values(properties).some(acceptsAny);
  if (!tools.some(isOpen) || !existsSync('tsconfig.json')) return [];
  try {
    const { findWidenedTools } = await import('../codegen/widened-tools.js');
    return findWidenedTools('tsconfig.json', tools.filter(isOpen));
  } catch (error) {
    if (messageOf(error).includes('typescript-json-schema')) return [];
    throw error;
  }
}

function toPublished({ originalName, inputSchema }: ToolSpec): PublishedTool {
  const entries = Object.entries(inputSchema.properties ?? {}).filter(([, schema]) => isRecord(schema));
  return { name: originalName, properties: Object.fromEntries(entries) as PublishedTool['properties'] };
}

/** Checks whether a schema accepts any value of one type, or any value: it may come from an emitted type. */
function acceptsAny({
  type,
  enum: values,
  const: value,
  anyOf,
  oneOf,
  $ref,
}: Readonly<Record<string, unknown>>): boolean {
  return !Array.isArray(type) && [values, value, anyOf, oneOf, $ref].every((keyword) => keyword === undefined);
}
