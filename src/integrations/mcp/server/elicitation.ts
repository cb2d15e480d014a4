import type { ClientQuestion, ClientReply, ClientVisit } from '../../../call/client/call-client.js';
import { resolveRef } from '../../../format/schema-pointer.js';
import { DefinitionError, type JsonSchema } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** The params of `elicitation/create` in form mode. */
export interface McpElicitation {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
}

/** The params of `elicitation/create` in URL mode. */
export interface McpUrlElicitation {
  readonly mode: 'url';
  readonly message: string;
  readonly url: string;
  /** Up to protocol version 2025-11-25, the ID by which a server may report the end of the visit. */
  readonly elicitationId?: string;
}

/** The keywords that a form supports, by the type of a field (specification, client/elicitation). */
const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['title', 'description', 'default', 'minLength', 'maxLength', 'format', 'enum', 'enumNames', 'oneOf'],
  number: ['title', 'description', 'default', 'minimum', 'maximum'],
  integer: ['title', 'description', 'default', 'minimum', 'maximum'],
  boolean: ['title', 'description', 'default'],
  array: ['title', 'description', 'default', 'minItems', 'maxItems'],
};

const formats: readonly unknown[] = ['email', 'uri', 'date', 'date-time'];

/**
 * Converts a question to a form. Keywords that a form does not support are omitted: the answer is validated against the
 * full schema.
 *
 * @throws DefinitionError if a form cannot represent a field.
 */
export function toElicitation({ message, schema, toolName }: ClientQuestion): McpElicitation {
  const entries = Object.entries(schema.properties ?? {});
  const properties = entries.map(([name, property]) => [name, toField(property, { schema, toolName, name })]);
  const { required = [] } = schema;
  return {
    message,
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
    },
  };
}

/**
 * Converts a visit to the params of a request.
 *
 * @param isStateless - Whether the request is one of protocol version 2026-07-28, which has no ID for visits.
 */
export function toUrlElicitation({ message, url }: ClientVisit, isStateless: boolean): McpUrlElicitation {
  return { mode: 'url', message, url, ...(isStateless ? {} : { elicitationId: crypto.randomUUID() }) };
}

/** Converts the result of `elicitation/create` to the reply of the user. */
export function fromElicitation(answer: unknown): ClientReply {
  const { action, content } = isRecord(answer) ? answer : {};
  if (action === 'accept') return { kind: 'accept', data: content ?? {} };
  return { kind: action === 'decline' ? 'decline' : 'cancel' };
}

interface FieldLocation {
  readonly schema: JsonSchema;
  readonly toolName: string;
  readonly name: string;
}

function toField(property: JsonSchema | boolean, location: FieldLocation): object {
  const resolved = typeof property === 'object' ? resolveProperty(location.schema, property) : {};
  const { type = typeOfValues(resolved.enum) } = resolved;
  const keywords = typeof type === 'string' ? keywordsOf[type] : undefined;
  const choices = type === 'array' ? choicesIn(resolved.items) : undefined;
  if (keywords === undefined || (type === 'array' && choices === undefined)) {
    throw new DefinitionError(
      `${location.toolName}: ctx.ask cannot ask for '${location.name}'. A form supports fields of type string, number, ` +
        'integer or boolean, and arrays of choices.',
    );
  }
  const supported = Object.entries(resolved).filter(([keyword, value]) => {
    return keywords.includes(keyword) && (keyword !== 'format' || formats.includes(value));
  });
  return { type, ...Object.fromEntries(supported), ...(choices === undefined ? {} : { items: choices }) };
}

/** Resolves the reference of a property and adds the keywords next to it. */
function resolveProperty(root: JsonSchema, { $ref, ...siblings }: JsonSchema): JsonSchema {
  const found = $ref === undefined ? undefined : resolveRef(root, $ref);
  return typeof found === 'object' ? { ...found, ...siblings } : siblings;
}

function typeOfValues(values: readonly unknown[] | undefined): string | undefined {
  return values?.every((value) => typeof value === 'string') === true ? 'string' : undefined;
}

/** Returns the items of an array of choices; undefined for any other array. */
function choicesIn(items: JsonSchema['items']): object | undefined {
  if (typeof items !== 'object') return undefined;
  if (items.anyOf !== undefined) return { anyOf: items.anyOf };
  return typeOfValues(items.enum) === undefined ? undefined : { type: 'string', enum: items.enum };
}
