import { findDecorator } from './bound-types.js';
import { ClassRef } from './class-ref.js';
import { type OpenSchema, ts } from './compiler.js';
import { readOptionsOf } from './decorator-options.js';
import { isSupplied, type ParameterRecord, positionOf } from './describe-parameters.js';
import type { ToolRecord } from './describe-tool.js';
import { chunkTypeOf } from './return-schema.js';
import { createSourceSchema, schemaOf } from './source-schema.js';
import type { ToolSite } from './tool-site.js';

/** What the types of a tool are printed from. Each schema has the definitions that it refers to. */
export interface ToolTypeSchemas {
  /** Undefined if the name of the tool cannot be read from the source text. */
  readonly name: string | undefined;
  readonly input: OpenSchema | undefined;
  readonly output: OpenSchema | undefined;
  /** Undefined for a tool that is no stream. */
  readonly chunk: OpenSchema | undefined;
}

/** Describes the types of a tool as its callers see them: without bound parameters, with optional defaults. */
export function describeTypes(site: ToolSite, record: ToolRecord, checker: ts.TypeChecker): ToolTypeSchemas {
  const { options, method, signature } = site;
  const inputSource = options.typeOf('inputSchema');
  const outputSource = options.typeOf('outputSchema');
  const chunk = chunkTypeOf(signature.getReturnType(), checker);
  return {
    name: options.states('name') ? options.text('name') : method,
    input: inputSource === undefined ? createInput(site, record, checker) : createSentInput(site, inputSource, checker),
    output:
      outputSource === undefined ? withDefinitions(record.returns, record) : createSourceSchema(outputSource, checker),
    chunk: chunk === undefined ? undefined : (schemaOf(chunk, checker) ?? {}),
  };
}

/** Creates the schema of what a caller sends for an `inputSchema`: without the properties that are bound. */
function createSentInput(site: ToolSite, source: ts.Type, checker: ts.TypeChecker): OpenSchema | undefined {
  const schema = createSourceSchema(source, checker);
  const { properties, required } = (schema ?? {}) as { properties?: object; required?: readonly string[] };
  const supplied = site.declaration.parameters.filter((parameter) => isSupplied(parameter, site, checker));
  const bound = new Set([...supplied.map(({ name }) => name.getText()), ...site.options.keys('bind')]);
  if (properties === undefined || bound.size === 0) return schema;
  const isSent = (name: string): boolean => !bound.has(name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isSent(name))),
    ...(required === undefined ? {} : { required: required.filter(isSent) }),
  };
}

interface Argument {
  readonly name: string | undefined;
  readonly schema: OpenSchema;
  readonly isOptional: boolean;
  readonly isRest: boolean;
  readonly isPattern: boolean;
}

/** Creates the schema of all arguments, as docs/schemas.md says how they reach the parameters. */
function createInput(site: ToolSite, record: ToolRecord, checker: ts.TypeChecker): OpenSchema {
  const declared = site.declaration.parameters.filter(({ name }) => name.getText() !== 'this');
  const args = declared.flatMap((parameter, index): readonly Argument[] => {
    const described = record.params?.[index];
    if (described === undefined || described.context === true || described.absent === true) return [];
    return isSupplied(parameter, site, checker) ? [] : [readArgument({ parameter, described, site, checker })];
  });
  const [sole, ...others] = args;
  if (sole !== undefined && others.length === 0 && !sole.isRest && (!sole.isOptional || sole.isPattern)) {
    const root = resolve(sole.schema, record);
    const { properties } = root as { readonly properties?: object };
    if (root.type === 'object' && Object.keys(properties ?? {}).length > 0) return toCallerSchema(root, record);
  }
  const named = args.flatMap(({ name, ...argument }) => (name === undefined ? [] : [{ name, ...argument }]));
  const properties = Object.fromEntries(named.map(({ name, schema }) => [name, schema]));
  const required = named.filter(({ isOptional, isRest }) => !isOptional && !isRest).map(({ name }) => name);
  return toCallerSchema({ type: 'object', properties, required, additionalProperties: false }, record);
}

interface ArgumentParts {
  readonly parameter: ts.ParameterDeclaration;
  readonly described: ParameterRecord;
  readonly site: ToolSite;
  readonly checker: ts.TypeChecker;
}

function readArgument({ parameter, described, site, checker }: ArgumentParts): Argument {
  const own = readOptionsOf(findDecorator(parameter, 'Param')?.arguments[0], checker);
  const param = described.name === undefined ? undefined : site.options.param(described.name, positionOf(parameter));
  const states = (name: string): boolean => own.states(name) || param?.getProperty(name) !== undefined;
  const schema = described.schema ?? schemaOf(checker.getTypeAtLocation(parameter), checker) ?? {};
  return {
    name: own.text('name') ?? described.name,
    schema,
    isOptional: described.optional === true || own.flag('optional') === true || states('default'),
    isRest: described.rest === true,
    isPattern: described.name === undefined && JSON.stringify(described.default) === '{}',
  };
}

function resolve(schema: OpenSchema, { $defs = {} }: ToolRecord): OpenSchema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return (name === undefined ? undefined : $defs[name]) ?? schema;
}

function withDefinitions(schema: OpenSchema | undefined, { $defs = {} }: ToolRecord): OpenSchema | undefined {
  return schema && { ...schema, $defs: { ...$defs, ...(schema.$defs as OpenSchema | undefined) } };
}

/** Adds the definitions, and makes the properties of DTO classes optional that have an initializer. */
function toCallerSchema(schema: OpenSchema, record: ToolRecord): OpenSchema {
  return makeOptional(withDefinitions(schema, record)) as OpenSchema;
}

function makeOptional(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(makeOptional);
  if (typeof value !== 'object' || value === null || value instanceof ClassRef) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, makeOptional(inner)] as const);
  const { instanceOf, dtoCandidate: _, ...schema }: OpenSchema = Object.fromEntries(entries);
  if (!(instanceOf instanceof ClassRef) || !Array.isArray(schema.required)) return schema;
  return { ...schema, required: schema.required.filter((name) => !hasInitializer(instanceOf, String(name))) };
}

function hasInitializer({ symbol }: ClassRef, name: string): boolean {
  const declaration = symbol?.members?.get(ts.escapeLeadingUnderscores(name))?.valueDeclaration;
  return declaration !== undefined && ts.isPropertyDeclaration(declaration) && declaration.initializer !== undefined;
}
