import { DefinitionError } from '../../../base/errors/errors.js';
import type { DescribedOperation, OperationEntry } from './described-operation.js';
import { type Fields, fieldsOf, type OpenApiDocument } from './open-api-document.js';

/** Describes the parts of an operation that are equal in all versions of the specification. */
export function describeCommon(
  { root }: OpenApiDocument,
  entry: OperationEntry,
): Omit<DescribedOperation, 'parameters' | 'body' | 'responses' | 'server'> {
  const { id, method, path, tags, deprecated, operation } = entry;
  const security = operation.security ?? root.security;
  const [plainPath = '', query = ''] = path.split('?');
  return {
    id,
    method,
    path: plainPath,
    query: Object.fromEntries(new URLSearchParams(query)),
    tags,
    deprecated,
    title: textOf(operation.summary),
    description: textOf(operation.description),
    security: Array.isArray(security) ? security.map((alternative) => Object.keys(fieldsOf(alternative))) : undefined,
  };
}

/** Returns the parameters of an operation, and those of its path that it does not replace. */
export function mergeParameters(document: OpenApiDocument, { operation, pathItem }: OperationEntry): readonly Fields[] {
  const merged = new Map<string, Fields>();
  for (const list of [pathItem.parameters, operation.parameters]) {
    for (const one of Array.isArray(list) ? list : []) {
      const parameter = document.resolve(one, 'a parameter');
      merged.set(JSON.stringify([parameter.in, parameter.name]), parameter);
    }
  }
  return [...merged.values()];
}

/** Returns a parameter whose name is a text. @throws DefinitionError if it has no name. */
export function namedParameter(parameter: Fields): Fields & { readonly name: string } {
  const { name } = parameter;
  if (typeof name === 'string' && name !== '') return { ...parameter, name };
  throw new DefinitionError('one of its parameters has no name');
}

/** Returns a text that is not empty, or undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
