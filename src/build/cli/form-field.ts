import { previewValue } from '../../base/values/value-preview.js';
import { resolveRef } from '../../format/schema-pointer.js';
import { type JsonSchema, ToolSpec } from '../../index.js';

/** One property of the answer to a question. */
export interface FormField {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** The values to choose from. Empty if any value of the type is possible. */
  readonly choices: readonly unknown[];
  /** The schema of an answer with only this property. */
  readonly answerSchema: JsonSchema;
}

/** A text that was read as the value of a field, or the problem that it has. */
export type ReadField =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** Returns the fields of the answer to a question. */
export function fieldsOf(question: JsonSchema): readonly FormField[] {
  const { properties = {}, required = [], $defs, definitions } = question;
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolveProperty(question, property);
    return {
      name,
      schema,
      isRequired: required.includes(name) && schema.default === undefined,
      choices: choicesOf(schema),
      answerSchema: {
        type: 'object',
        properties: { [name]: property },
        ...($defs === undefined ? {} : { $defs }),
        ...(definitions === undefined ? {} : { definitions }),
      },
    };
  });
}

/** Returns the text that asks for a field: its title, what it accepts and its default. */
export function promptOf({ name, schema, isRequired, choices }: FormField): string {
  const { title, description, default: fallback } = schema;
  const accepted = choices.length > 0 ? choices.map(String).join(', ') : kinds.get(String(schema.type));
  const hints = [description, accepted ?? 'JSON', isRequired || fallback !== undefined ? undefined : 'optional'];
  const shown = hints.filter((hint) => hint !== undefined && hint !== '').join('; ');
  const ending =
    fallback === undefined ? '' : ` [${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}]`;
  return `${title ?? name}${shown === '' ? '' : ` (${shown})`}${ending}`;
}

/** Reads and validates the text of a field. An empty text is a missing value: a default is filled in later. */
export async function readField(field: FormField, input: string): Promise<ReadField> {
  const text = input.trim();
  if (text === '') {
    return field.isRequired ? { ok: false, problem: 'A value is required.' } : { ok: true, value: undefined };
  }
  const value = parseText(field, text);
  if (value === undefined) return { ok: false, problem: `${previewValue(text)} is not ${expectedOf(field)}.` };
  const executor = { kind: 'form', execute: () => undefined };
  const validation = await ToolSpec.create({ name: 'form', inputSchema: field.answerSchema, executor }).validate({
    [field.name]: value,
  });
  if (validation.ok) return { ok: true, value };
  return { ok: false, problem: `The value ${validation.issues.map(({ message }) => message).join(', ')}.` };
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['string', ''],
  ['boolean', 'yes or no'],
  ['integer', 'whole number'],
  ['number', 'number'],
]);

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'y', 'true'].map((word) => [word, true] as const),
  ...['no', 'n', 'false'].map((word) => [word, false] as const),
]);

/** Returns the value that a text represents in a field, or undefined if it represents none. */
function parseText({ schema, choices }: FormField, text: string): unknown {
  if (choices.length > 0) return choices.find((choice) => String(choice) === text);
  if (schema.type === 'string') return text;
  if (schema.type === 'boolean') return booleans.get(text.toLowerCase());
  if (schema.type === 'number' || schema.type === 'integer') {
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function expectedOf({ schema, choices }: FormField): string {
  if (choices.length > 0) return `one of: ${choices.map(String).join(', ')}`;
  if (schema.type === 'boolean') return 'yes or no';
  if (schema.type === 'number' || schema.type === 'integer') return 'a number';
  return 'JSON';
}

function choicesOf({ enum: values, oneOf }: JsonSchema): readonly unknown[] {
  if (values !== undefined) return values;
  const constants = (oneOf ?? []).map((one) => (typeof one === 'object' ? one.const : undefined));
  return constants.every((value) => value !== undefined) ? constants : [];
}

/** Resolves the reference of a property and adds the keywords next to it. */
function resolveProperty(root: JsonSchema, property: JsonSchema | boolean): JsonSchema {
  if (typeof property !== 'object') return {};
  const { $ref, ...siblings } = property;
  const found = $ref === undefined ? undefined : resolveRef(root, $ref);
  return typeof found === 'object' ? { ...found, ...siblings } : siblings;
}
