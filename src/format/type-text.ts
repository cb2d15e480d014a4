import type { JsonSchema } from '../base/json/json-schema.js';
import { propertyKey, toTypeName } from './identifier.js';
import { literalTypeText } from './literal-text.js';
import { refLabel, resolveRef } from './schema-pointer.js';
import { type SchemaShape, shapeOf } from './schema-shape.js';

/** The options of {@link typeText}. */
export interface TypeTextOptions {
  /** The root schema, to which references refer. @default the schema itself */
  readonly root?: JsonSchema;
  /**
   * Returns the name of the type that is declared for a reference. Without this option, references are inlined, and a
   * recursive reference has the name of its definition.
   */
  readonly nameOf?: (ref: string) => string;
  /** The layout: one line, or one property per line with its description above it. @default 'line' */
  readonly layout?: 'line' | 'block';
}

interface TypeContext extends Required<Pick<TypeTextOptions, 'root' | 'layout'>> {
  readonly nameOf: ((ref: string) => string) | undefined;
  readonly following: ReadonlySet<string>;
  readonly inlined: ReadonlySet<string>;
}

/** Prints a schema as a TypeScript type. */
export function typeText(schema: JsonSchema | boolean, options: TypeTextOptions = {}): string {
  const root = options.root ?? (typeof schema === 'boolean' ? {} : schema);
  const { layout = 'line', nameOf } = options;
  return textOf(schema, { root, layout, nameOf, following: new Set(), inlined: new Set() });
}

function textOf(schema: JsonSchema | boolean, context: TypeContext): string {
  const shape = shapeOf(schema, { root: context.root, pointer: '', inlined: context.inlined });
  const parts = partsOf(shape, { ...context, inlined: shape.inlined });
  return [...new Set(shape.nullable ? [...parts, 'null'] : parts)].join(' | ');
}

function partsOf(shape: SchemaShape, context: TypeContext): readonly string[] {
  switch (shape.kind) {
    case 'any':
      return ['unknown'];
    case 'integer':
      return ['number'];
    case 'reference':
      return [referenceText(shape.ref, context)];
    case 'values':
      return shape.values.map(literalTypeText);
    case 'union':
      return unionParts(shape.branches.map(({ schema, inlined }) => textOf(schema, { ...context, inlined })));
    case 'array':
      return [arrayText(shape.schema, context)];
    case 'object':
      return [objectText(shape.schema, context)];
    default:
      return [shape.kind];
  }
}

function unionParts(texts: readonly string[]): readonly string[] {
  // `null` is placed at the end, regardless of the branch that accepts it.
  const nullable = texts.some((text) => text === 'null' || text.endsWith(' | null'));
  const parts = texts.map((text) => text.replace(/ \| null$/, '')).filter((text) => text !== 'null');
  return nullable ? [...parts, 'null'] : parts;
}

function referenceText(ref: string, context: TypeContext): string {
  const target = resolveRef(context.root, ref);
  if (target === undefined) return 'unknown';
  if (context.nameOf !== undefined) return context.nameOf(ref);
  if (context.following.has(ref)) return toTypeName(refLabel(ref) || 'root');
  return textOf(target, { ...context, following: new Set(context.following).add(ref) });
}

function arrayText(schema: JsonSchema, context: TypeContext): string {
  if (schema.prefixItems !== undefined) return tupleText(schema.prefixItems, schema, context);
  return listText(textOf(schema.items ?? true, context));
}

function listText(item: string): string {
  return /^[\p{ID_Continue}$]+(\[\])*$/u.test(item) ? `${item}[]` : `Array<${item}>`;
}

function tupleText(items: readonly (JsonSchema | boolean)[], schema: JsonSchema, context: TypeContext): string {
  // Without `minItems`, all items of a tuple are required, as its author most likely intends.
  const needed = schema.minItems ?? items.length;
  const parts = items.map((item, index) => {
    const text = textOf(item, context);
    if (index < needed) return text;
    return / [|&] /.test(text) ? `(${text})?` : `${text}?`;
  });
  const rest = schema.items ?? false;
  if (rest !== false && (schema.maxItems ?? Infinity) > items.length)
    parts.push(`...${listText(textOf(rest, context))}`);
  return `[${parts.join(', ')}]`;
}

function objectText(schema: JsonSchema, context: TypeContext): string {
  const required = new Set(schema.required ?? []);
  const declared = Object.entries(schema.properties ?? {}).filter(([, property]) => property !== false);
  for (const name of required) {
    if (!Object.hasOwn(schema.properties ?? {}, name)) declared.push([name, true]);
  }
  const lines = declared.map(([name, property]) => {
    const mark = required.has(name) ? '' : '?';
    return `${commentText(property, context)}${propertyKey(name)}${mark}: ${textOf(property, context)}`;
  });
  const others = otherValues(schema, declared.length === 0, context);
  if (others === undefined) return lines.length === 0 ? 'Record<string, never>' : braces(lines, context);
  const index = `[key: string]: ${others}`;
  if (lines.length === 0 || others === 'unknown') return braces([...lines, index], context);
  // Declared properties need not match the type of the others, which a single object type would require.
  return `${braces(lines, context)} & ${braces([index], context)}`;
}

function otherValues(schema: JsonSchema, hasNoProperties: boolean, context: TypeContext): string | undefined {
  const patterns = Object.values(schema.patternProperties ?? {}).map((pattern) => textOf(pattern, context));
  const further =
    schema.additionalProperties ?? schema.unevaluatedProperties ?? (hasNoProperties && patterns.length === 0);
  if (further !== false) patterns.push(textOf(further, context));
  if (patterns.includes('unknown')) return 'unknown';
  return patterns.length === 0 ? undefined : [...new Set(patterns)].join(' | ');
}

function braces(lines: readonly string[], context: TypeContext): string {
  if (context.layout === 'line') return `{ ${lines.join('; ')} }`;
  const indented = lines.map((line) => `${line};`.replaceAll(/^(?=.)/gm, '  '));
  return `{\n${indented.join('\n')}\n}`;
}

function commentText(property: JsonSchema | boolean, context: TypeContext): string {
  if (context.layout === 'line' || typeof property === 'boolean' || !property.description) return '';
  return `${toComment(property.description)}\n`;
}

/** Prints text as a TSDoc comment, with comment delimiters in the text escaped. */
export function toComment(text: string): string {
  const lines = text.replaceAll('*/', '*\\/').split(/\r\n|[\n\r\u2028\u2029]/);
  if (lines.length === 1) return `/** ${text.replaceAll('*/', '*\\/')} */`;
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n');
}
