import { DefinitionError } from '../../../base/errors/errors.js';
import { listOf } from '../../../base/values/list-of.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
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

/**
 * Lists the operations of a document in its order. An ID that another operation has is not listed twice.
 *
 * @throws DefinitionError if there are more than `maxOperations`.
 */
export function listOperations(document: OpenApiDocument, maxOperations: number): OperationList {
  const entries: OperationEntry[] = [];
  const quarantined: QuarantinedOperation[] = [];
  const ids = new Set<string>();
  for (const { name, read } of candidatesOf(document)) {
    if (entries.length + quarantined.length >= maxOperations) {
      throw new DefinitionError(
        `${document.where}: the document has more than ${maxOperations} operations (maxOperations).`,
        { details: { limit: 'maxOperations', value: maxOperations } },
      );
    }
    try {
      const entry = read();
      if (ids.has(entry.id)) quarantined.push({ id: entry.id, reason: 'another operation has the same operationId' });
      else entries.push(entry);
      ids.add(entry.id);
    } catch (error) {
      if (!DefinitionError.is(error)) throw error;
      quarantined.push({ id: name, reason: error.message });
    }
  }
  return { entries, quarantined };
}

/** What may be an operation. Reading it throws the DefinitionError for which it is quarantined. */
interface Candidate {
  readonly name: string;
  readonly read: () => OperationEntry;
}

function* candidatesOf(document: OpenApiDocument): Generator<Candidate> {
  for (const [path, value] of Object.entries(fieldsOf(document.root.paths))) {
    if (path.startsWith('x-')) continue;
    let pathItem: Fields;
    try {
      pathItem = document.resolveMerged(value, 'the path');
    } catch (error) {
      yield {
        name: path,
        read: () => {
          throw error;
        },
      };
      continue;
    }
    for (const method of methods) {
      if (!isRecord(pathItem[method])) continue;
      const name = `${method.toUpperCase()} ${path}`;
      yield { name, read: () => readOperation(document, { name, method, path, pathItem }) };
    }
  }
}

interface OperationPlace extends Pick<OperationEntry, 'path' | 'pathItem'> {
  readonly name: string;
  readonly method: string;
}

function readOperation(document: OpenApiDocument, { name, method, path, pathItem }: OperationPlace): OperationEntry {
  // The specification permits a reference only for the path. Documents that were split into files have others.
  const operation = document.resolve(pathItem[method], 'the operation');
  const { operationId, tags, deprecated } = operation;
  return {
    id: typeof operationId === 'string' && operationId !== '' ? operationId : name,
    method: method.toUpperCase(),
    // A fragment distinguishes operations that have one path and one method. It is no part of a request.
    path: path.replace(/#.*$/s, ''),
    tags: listOf<unknown>(tags ?? []).filter((tag) => typeof tag === 'string'),
    deprecated: deprecated === true,
    operation,
    pathItem,
  };
}
