import { defaultPromptChars, promptText } from '../../../base/text/clean-text.js';
import type { ToolExecutor } from '../../../call/tool-executor.js';
import type { Interpretation } from '../../../schema/interpreter/schema-interpreter.js';
import type { ToolAnnotations } from '../../../tool/metadata/tool-options.js';
import type { LocalName } from '../../../tool/spec/local-names.js';
import { originKeys } from '../../../tool/spec/tool-origin.js';
import { createSpec, type ToolSpec } from '../../../tool/spec/tool-spec.js';
import { createOperation } from '../create-operation.js';
import type { Operation } from '../http/operation.js';
import { type AuthorNames, checkRequestNames, isSet } from '../request-names.js';
import { defaultTimeoutMs } from '../rest-request-options.js';
import { createInput } from './create-input.js';
import { acceptedTypes, createOutput } from './create-output.js';
import type { DescribedOperation } from './described-operation.js';
import type { SchemaPool } from './schema-pool.js';
import type { OperationSpecOptions } from './source-options.js';

/** An operation as its requests are sent. */
export interface SentOperation {
  readonly operation: Operation;
  /** The URL to which the path is appended. It may be relative. */
  readonly server: string;
  /** The names of the security schemes of each alternative. */
  readonly security: DescribedOperation['security'];
  /** The parameters of the query that each request has. */
  readonly query: DescribedOperation['query'];
  /** The media types of the header `accept`. */
  readonly accept: string;
}

/** An executor, the keys of the state that contain its credentials, and where it sends requests. */
export interface PreparedExecutor {
  readonly executor: ToolExecutor;
  readonly stateKeys: readonly string[];
  /** The URL to which the path is appended. */
  readonly baseUrl: URL;
}

/** The parts that the specs of all operations of a document share. */
export interface SharedParts {
  /** The name of the source. */
  readonly source: string;
  readonly inputs: SchemaPool;
  readonly outputs: SchemaPool;
  readonly interpretation: Interpretation;
  readonly options: OperationSpecOptions;
  readonly createExecutor: (operation: SentOperation) => PreparedExecutor;
  /** Returns the names that the options of the source set in the requests of an operation. */
  readonly authorNames: (operation: DescribedOperation) => AuthorNames;
}

/** The name of a tool and the group to which it belongs. */
export interface ToolPlace {
  readonly local: Pick<LocalName, 'name' | 'plainName'>;
  readonly group: string | undefined;
}

/** Creates the spec of an operation. @throws DefinitionError with the reason why the operation cannot be imported. */
export function createOperationSpec(
  described: DescribedOperation,
  { local, group }: ToolPlace,
  shared: SharedParts,
): ToolSpec {
  const { id, method, path, server, security, query } = described;
  const { source, interpretation, options, createExecutor } = shared;
  const { outputSchemas = true, maxDescriptionChars: maxChars = defaultPromptChars } = options;
  const author = shared.authorNames(described);
  const parameters = described.parameters.filter(({ in: location, name }) => !isSet(author, location, name));
  const { inputSchema, placement, body } = createInput({ ...described, parameters }, shared.inputs);
  const outputSchema = outputSchemas ? createOutput(described, shared.outputs) : undefined;
  const names = Object.keys(inputSchema.properties ?? {});
  const operation = createOperation({ method, path, placement, body }, names, 'its operation');
  checkRequestNames(operation, { names: author, bound: [] }, 'its operation');
  const sent = { operation, server, security, query, accept: acceptedTypes(described) };
  const { executor, stateKeys } = createExecutor(sent);
  const sharedName = local.plainName === undefined ? {} : { plainName: local.plainName };
  return createSpec(
    {
      name: local.name,
      group,
      title: described.title === undefined ? undefined : promptText(described.title, maxChars),
      description: descriptionOf(described, maxChars),
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      annotations: annotationsOf(method),
      meta: { [originKeys.openApi]: Object.freeze({ source, operation: id, method, path, ...sharedName }) },
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      deadlineMs: options.deadlineMs,
      retry: options.retry,
      maxOutputChars: options.maxOutputChars,
      state: stateKeys.length === 0 ? undefined : stateKeys,
      executor,
    },
    interpretation,
  );
}

function descriptionOf({ title, description, deprecated }: DescribedOperation, maxChars: number): string | undefined {
  const distinct = new Set([deprecated ? 'Deprecated.' : undefined, title, description]);
  const parts = [...distinct].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : promptText(parts.join('\n\n'), maxChars);
}

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Returns the hints that a method gives (RFC 9110, section 9.2). */
function annotationsOf(method: string): ToolAnnotations {
  if (safeMethods.includes(method)) return { readOnlyHint: true };
  return {
    readOnlyHint: false,
    ...(method === 'DELETE' ? { destructiveHint: true } : {}),
    idempotentHint: method === 'PUT' || method === 'DELETE',
  };
}
