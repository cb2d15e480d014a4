import { type OutboundOptions, outboundNames } from '../../../base/network/outbound-rules.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { limitsOf, mergeLimits } from '../../../base/options/merge-limits.js';
import {
  callback,
  either,
  flag,
  nonEmpty,
  object,
  oneOf,
  optionsOf,
  positive,
  secretObject,
  string,
  strings,
} from '../../../base/options/option-rules.js';
import type { Secret } from '../../../call/state/secret.js';
import { defaultImportLimits, type ImportLimits } from '../../../schema/imported/import-limits.js';
import { retry } from '../../../tool/metadata/tool-option-names.js';
import type { RetryOptions } from '../../../tool/metadata/tool-options.js';
import { defaultLimits, type RestLimits } from '../rest-limits.js';
import type { OpenApiAuth } from './choose-auth.js';
import type { OpenApiOperation } from './described-operation.js';

/** The options for the tools of a document. */
export interface OperationSpecOptions {
  /** The time limit of one attempt, in milliseconds. @default 60000 */
  readonly timeoutMs?: number | undefined;
  /** The time limit of a call with all its retries, in milliseconds. @default no limit */
  readonly deadlineMs?: number | undefined;
  /** When a failed call is retried. @default never */
  readonly retry?: RetryOptions | undefined;
  /** The longest text of a result, in characters. @default no limit */
  readonly maxOutputChars?: number | undefined;
  /** The longest description of a tool, in characters. @default 2048 */
  readonly maxDescriptionChars?: number | undefined;
  /**
   * Whether tools have the schemas of successful responses. A response that does not match fails the call. Set it to false
   * for a server that does not do what its document says. @default true
   */
  readonly outputSchemas?: boolean | undefined;
}

/** A condition for operations: their IDs, or a function that chooses them. */
export type OperationFilter = readonly string[] | ((operation: OpenApiOperation) => boolean);

/** A problem with a document that did not prevent its import. */
export interface OpenApiWarning {
  /** The name of the source. */
  readonly source: string;
  /** The kind of problem: 'quarantined', 'drift', 'ignored', 'absent', 'auth' or 'reload'. */
  readonly kind: string;
  readonly message: string;
}

/** The limits of the work that the schemas of a document cause. */
export type ValidationLimits = Pick<ImportLimits, 'validationSteps' | 'patternWork' | 'patternStates'>;

/** The options of `openApiSource`. An operation is named by its `operationId`, or else as in `'GET /users/{id}'`. */
export interface OpenApiSourceOptions extends OperationSpecOptions {
  /** The name of the source in the toolkit and in messages. @default 'openapi' */
  readonly name?: string | undefined;
  /** The prefix of the names of tools and groups, joined by `__`. @default none */
  readonly prefix?: string | undefined;
  /** The operations to import. @default all operations */
  readonly include?: OperationFilter | undefined;
  /** The operations not to import. @default none */
  readonly exclude?: OperationFilter | undefined;
  /** The names of tools by operation. @default the `operationId`, with a digest if several would have one name */
  readonly names?: Readonly<Record<string, string>> | ((operation: OpenApiOperation) => string | undefined) | undefined;
  /** The group of each tool: its first tag, or what a function returns. Undefined is the group 'basic'. @default 'tag' */
  readonly group?: 'tag' | ((operation: OpenApiOperation) => string | undefined) | undefined;
  /** Whether the groups are active at first. @default true for up to 20 operations */
  readonly active?: boolean | undefined;
  /**
   * The URL to which paths are appended, in place of all servers of the document. Its host and its port are allowed, also
   * if its address is private. @default the servers of the document
   */
  readonly baseUrl?: string | URL | undefined;
  /**
   * The authentication of the operations: one for all, or one by the names of the security schemes of the document.
   *
   * @default none
   */
  readonly auth?: OpenApiAuth | undefined;
  /** The headers that each request has. A secret is never shown. @default none */
  readonly headers?: Readonly<Record<string, string | Secret<string>>> | undefined;
  /** The further hosts to which requests may be sent. Public addresses are always allowed. */
  readonly outbound?: OutboundOptions | undefined;
  /** The limits of a request and its response. */
  readonly requestLimits?: Partial<RestLimits> | undefined;
  /** The limits for validating the arguments and the data of one call. */
  readonly limits?: Partial<ValidationLimits> | undefined;
  /** The largest size of the document, in bytes. @default 67108864 */
  readonly maxDocumentBytes?: number | undefined;
  /** The maximum number of operations in the document. @default 20000 */
  readonly maxOperations?: number | undefined;
  /** Whether the tools are updated when the file of the document changes. @default false */
  readonly watch?: boolean | undefined;
  /** A listener for warnings about the document. @default emits Node.js process warnings */
  readonly onWarning?: ((warning: OpenApiWarning) => void) | undefined;
}

const { validationSteps, patternWork, patternStates } = defaultImportLimits;
const defaultValidationLimits: ValidationLimits = { validationSteps, patternWork, patternStates };

const optionNames: OptionNames<OpenApiSourceOptions> = {
  name: nonEmpty,
  prefix: string,
  include: either(strings, callback),
  exclude: either(strings, callback),
  names: either(object, callback),
  group: either(oneOf('tag'), callback),
  active: flag,
  baseUrl: true,
  auth: true,
  headers: secretObject,
  outbound: optionsOf<OutboundOptions>(outboundNames),
  requestLimits: limitsOf(defaultLimits),
  limits: limitsOf(defaultValidationLimits),
  maxDocumentBytes: positive,
  maxOperations: positive,
  watch: flag,
  onWarning: callback,
  timeoutMs: positive,
  deadlineMs: positive,
  retry,
  maxOutputChars: positive,
  maxDescriptionChars: positive,
  outputSchemas: flag,
};

/** Returns the limits with the defaults filled in. Throws a DefinitionError that begins with `where`. */
export function readValidationLimits(limits: OpenApiSourceOptions['limits'], where: string): ValidationLimits {
  return mergeLimits(defaultValidationLimits, limits, where);
}

/** Checks the options of a source. @throws DefinitionError if an option is invalid. */
export function checkSourceOptions(options: OpenApiSourceOptions): void {
  checkOptionNames(options, optionNames, 'openApiSource');
}
