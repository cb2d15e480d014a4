import { resolveRef } from '../../format/schema-pointer.js';
import { type ClientQuestion, type ClientReply, DefinitionError, type JsonSchema } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';

/** What `elicitation/create` asks for, in form mode. */
export interface McpElicitation {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
}

/** The keywords that a client's form knows, by the type of a field (specification, client/elicitation). */
const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['title', 'description', 'default', 'minLength', 'maxLength', 'format', 'enum', 'enumNames', 'oneOf'],
  number: ['title', 'description', 'default', 'minimum', 'maximum'],
  integer: ['title', 'description', 'default', 'minimum', 'maximum'],
  boolean: ['title', 'description', 'default'],
  array: ['title', 'description', 'default', 'minItems', 'maxItems'],
};

const formats: readonly unknown[] = ['email', 'uri', 'date', 'date-time'];

/**
 * A question as a form. What the form cannot say of a field is left out: the answer is judged by the whole schema.
 *
 * @throws DefinitionError on a field that no form can show.
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

/** What the user did, as `elicitation/create` answers it. */
export function fromElicitation(answer: unknown): ClientReply {
  const { action, content } = isRecord(answer) ? answer : {};
  if (action === 'accept') return { kind: 'accept', data: content ?? {} };
  return { kind: action === 'decline' ? 'decline' : 'cancel' };
}

interface FieldPlace {
  readonly schema: JsonSchema;
  readonly toolName: string;
  readonly name: string;
}

function toField(property: JsonSchema | boolean, place: FieldPlace): object {
  const resolved = typeof property === 'object' ? resolvedIn(place.schema, property) : {};
  const { type = typeOfValues(resolved.enum) } = resolved;
  const keywords = typeof type === 'string' ? keywordsOf[type] : undefined;
  const choices = type === 'array' ? choicesIn(resolved.items) : undefined;
  if (keywords === undefined || (type === 'array' && choices === undefined)) {
    throw new DefinitionError(
      `${place.toolName}: ctx.ask cannot ask for '${place.name}'. A form has fields of type string, number, integer or ` +
        'boolean, and lists of choices.',
    );
  }
  const told = Object.entries(resolved).filter(([keyword, value]) => {
    return keywords.includes(keyword) && (keyword !== 'format' || formats.includes(value));
  });
  return { type, ...Object.fromEntries(told), ...(choices === undefined ? {} : { items: choices }) };
}

/** What a reference leads to, with what is said beside it. */
function resolvedIn(root: JsonSchema, { $ref, ...beside }: JsonSchema): JsonSchema {
  const found = $ref === undefined ? undefined : resolveRef(root, $ref);
  return typeof found === 'object' ? { ...found, ...beside } : beside;
}

function typeOfValues(values: readonly unknown[] | undefined): string | undefined {
  return values?.every((value) => typeof value === 'string') === true ? 'string' : undefined;
}

/** The items of a list of choices; undefined for any other list. */
function choicesIn(items: JsonSchema['items']): object | undefined {
  if (typeof items !== 'object') return undefined;
  if (items.anyOf !== undefined) return { anyOf: items.anyOf };
  return typeOfValues(items.enum) === undefined ? undefined : { type: 'string', enum: items.enum };
}
