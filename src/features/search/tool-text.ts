import type { JsonSchema } from '../../base/json/json-schema.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ToolGroup } from '../../toolkit/entry/tool-group.js';

/** What a search reads of a tool. */
export interface ToolText {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tags: string;
  readonly keywords: string;
  /** Sentences for which the tool is to be found. */
  readonly examples: string;
  /** The names of parameters, their descriptions and their values. */
  readonly params: string;
  /** The name, the description and the keywords of its group. */
  readonly group: string;
}

// In characters. What follows says more about the data than about the tool.
const maxParams = 4_000;
const maxDepth = 3;

/** Returns what a search reads of a tool. */
export function toolTextOf(spec: ToolSpec, group: ToolGroup | undefined): ToolText {
  const { name, title = '', description = '', tags, keywords, examples = [], requests } = spec;
  const sentences = [...requests, ...examples.map((example) => example.description ?? '')];
  return {
    name,
    title,
    description,
    tags: tags.join('\n'),
    keywords: keywords.join('\n'),
    examples: sentences.join('\n'),
    params: describeParams(readSchema(spec)),
    group: group === undefined ? '' : [group.name, group.description ?? '', ...(group.keywords ?? [])].join('\n'),
  };
}

// In characters. Models read little more.
const maxPassage = 2_000;

/** Returns what a model reads of a tool. */
export function passageOf(spec: ToolSpec, group: ToolGroup | undefined): string {
  const { name, params, ...others } = toolTextOf(spec, group);
  const { title, description, keywords, tags, examples } = others;
  const parts = [name, title, description, examples, keywords, tags, group?.description ?? '', params];
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, maxPassage);
}

/** Returns the schema of the arguments. One that cannot be read is reported where the tool is exported or called. */
function readSchema(spec: ToolSpec): JsonSchema {
  try {
    return spec.inputSchema;
  } catch {
    return {};
  }
}

function describeParams(schema: JsonSchema): string {
  const parts: string[] = [];
  let length = 0;
  const add = (text: unknown): void => {
    if (typeof text !== 'string' || length >= maxParams) return;
    parts.push(text);
    length += text.length;
  };
  const addSchema = (value: unknown, depth: number): void => {
    if (!isRecord(value) || depth > maxDepth || length >= maxParams) return;
    const { $ref, properties, items, anyOf, oneOf, allOf } = value;
    if (typeof $ref === 'string') addSchema(schema.$defs?.[$ref.replace('#/$defs/', '')], depth);
    if (depth > 0) add(value.description);
    for (const one of listOf(value.enum)) add(one);
    add(value.const);
    for (const [name, property] of Object.entries(isRecord(properties) ? properties : {})) {
      add(name);
      addSchema(property, depth + 1);
    }
    for (const one of [items, ...listOf(anyOf), ...listOf(oneOf), ...listOf(allOf)]) addSchema(one, depth + 1);
  };
  addSchema(schema, 0);
  return parts.join('\n');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
