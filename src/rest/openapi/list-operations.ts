import { DefinitionError } from '../../errors.js';
import { listOf } from '../../list-of.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { OperationEntry } from './described-operation.js';
import { type Fields, fieldsOf, type OpenApiDocument } from './open-api-document.js';

/** An operation that was not imported. */
export interface QuarantinedOperation {
  /** The `operationId`, or the method and the path. */
  readonly id: string;
  readonly reason: string;
}

/** The operations that a document lists. */
export interface OperationList {
  readonly entries: readonly OperationEntry[];
  readonly quarantined: readonly QuarantinedOperation[];
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query'];

/** Lists the operations of a document in its order. An ID that another operation has is not listed twice. */
export function listOperations(document: OpenApiDocument): OperationList {
  const entries: OperationEntry[] = [];
  const quarantined: QuarantinedOperation[] = [];
  const ids = new Set<string>();
  for (const [path, value] of Object.entries(fieldsOf(document.root.paths))) {
    if (path.startsWith('x-')) continue;
    try {
      const pathItem = document.resolve(value, 'the path');
      for (const entry of entriesOf(path, pathItem)) {
        if (ids.has(entry.id)) quarantined.push({ id: entry.id, reason: 'another operation has the same operationId' });
        else entries.push(entry);
        ids.add(entry.id);
      }
    } catch (error) {
      if (!DefinitionError.is(error)) throw error;
      quarantined.push({ id: path, reason: error.message });
    }
  }
  return { entries, quarantined };
}

function entriesOf(path: string, pathItem: Fields): readonly OperationEntry[] {
  return methods.flatMap((method) => {
    const operation = pathItem[method];
    if (!isRecord(operation)) return [];
    const { operationId, tags, deprecated } = operation;
    return [
      {
        id: typeof operationId === 'string' && operationId !== '' ? operationId : `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        tags: listOf<unknown>(tags ?? []).filter((tag) => typeof tag === 'string'),
        deprecated: deprecated === true,
        operation,
        pathItem,
      },
    ];
  });
}
