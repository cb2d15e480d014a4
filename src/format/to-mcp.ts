import type { JsonSchema } from '../base/json/json-schema.js';
import { copyJson } from '../schema/values/copy-json.js';
import type { ToolAnnotations, ToolIcon } from '../tool/metadata/tool-options.js';
import { resolveRef } from './schema-pointer.js';
import { shapeOf } from './schema-shape.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** An object schema of the Model Context Protocol. */
export interface McpObjectSchema {
  type: 'object';
  properties?: { [name: string]: object };
  required?: string[];
  [keyword: string]: unknown;
}

/** An icon of a tool in the Model Context Protocol. */
export interface McpIcon {
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: 'light' | 'dark';
}

/** A tool of the Model Context Protocol (2025-11-25). */
export interface McpTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: McpObjectSchema;
  outputSchema?: McpObjectSchema;
  annotations?: ToolAnnotations;
  icons?: McpIcon[];
  _meta?: { [key: string]: unknown };
}

/**
 * Exports a tool for the Model Context Protocol. Schemas that the author wrote are exported without changes, as a copy. The
 * protocol supports only output schemas of objects; any other output schema is omitted.
 */
export function toMcp(tool: ToolDescriptor): McpTool {
  const { name, title, description, annotations, icons, meta } = tool;
  const outputSchema = toOutputSchema(tool.authoredOutputSchema ?? tool.outputSchema);
  return copyJson({
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: toObjectSchema(tool.authoredInputSchema ?? tool.inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
    ...(icons === undefined ? {} : { icons: icons.map(toIcon) }),
    ...(meta === undefined ? {} : { _meta: { ...meta } }),
  });
}

toMcp.options = {};

function toIcon({ src, mimeType, sizes, theme }: ToolIcon): McpIcon {
  return {
    src,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(sizes === undefined ? {} : { sizes: [...sizes] }),
    ...(theme === undefined ? {} : { theme }),
  };
}

function toOutputSchema(schema: JsonSchema | undefined): McpObjectSchema | undefined {
  return schema !== undefined && acceptsOnlyObjects(schema, schema, new Set()) ? toObjectSchema(schema) : undefined;
}

function acceptsOnlyObjects(schema: JsonSchema | boolean, root: JsonSchema, followed: ReadonlySet<string>): boolean {
  const shape = shapeOf(schema, { root, pointer: '' });
  if (shape.nullable) return false;
  if (shape.kind === 'object') return true;
  if (shape.kind === 'union')
    return shape.branches.every((branch) => acceptsOnlyObjects(branch.schema, root, followed));
  if (shape.kind !== 'reference' || followed.has(shape.ref)) return false;
  return acceptsOnlyObjects(resolveRef(root, shape.ref) ?? true, root, new Set(followed).add(shape.ref));
}

function toObjectSchema(schema: JsonSchema): McpObjectSchema {
  const properties = Object.entries(schema.properties ?? {});
  const isPlain = schema.type === 'object' && properties.every(([, property]) => typeof property !== 'boolean');
  // The types of the protocol are mutable, but the schema is returned without a copy and may be frozen.
  if (isPlain) return schema as McpObjectSchema;
  const asObjects = properties.map(([name, property]) => [name, toSchemaObject(property)]);
  const declared = schema.properties === undefined ? {} : { properties: Object.fromEntries(asObjects) };
  return { ...(schema as Omit<McpObjectSchema, 'type'>), type: 'object', ...declared };
}

function toSchemaObject(schema: JsonSchema | boolean): object {
  if (typeof schema !== 'boolean') return schema;
  return schema ? {} : { not: {} };
}
