import type { ToolErrorInfo } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { anyValue, list, object } from '../../base/options/option-rules.js';
import { brands, hasBrand } from '../../base/values/brand.js';
import { type ContentBlock, type ContentLiteral, contentText, isContentBlock, toBlock } from './content.js';

/** The state of a call. A `pending` call waits outside the process for its result. */
export type ResponseState = 'running' | 'success' | 'error' | 'interrupted' | 'denied' | 'pending';

/**
 * One response of a call: a chunk, or the final response, which contains the complete, authoritative output. Every call
 * that stays subscribed ends with exactly one response with `isLast: true`, after all other responses.
 */
export interface ToolResponse {
  /**
   * The ID of the response: `${callId}:${n}` for the n-th chunk, counted from 0, and the call ID for the final
   * response.
   */
  readonly id: string;
  readonly callId: string;
  readonly toolName: string;
  /** The content for the model. */
  readonly content: readonly ContentBlock[];
  /** The JSON form of the data, if the data is not only text. */
  readonly structuredContent?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The `_meta` of the result for an MCP client. It is sent to the caller; `metadata` stays in the process. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly state: ResponseState;
  /** Whether the call has emitted a chunk. */
  readonly stream: boolean;
  readonly isLast: boolean;
  readonly isInterrupted: boolean;
  readonly error?: ToolErrorInfo;
  /** Returns the content as one string. */
  toText(): string;
}

/** The parts of a response that a tool provides. The pipeline adds the other fields. */
export interface ResponseParts {
  /** Blocks, or literals of the same shape. @default no blocks */
  readonly content?: readonly (ContentBlock | ContentLiteral)[] | undefined;
  readonly structuredContent?: unknown;
  /** Data for middleware and the application. It stays in the process. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The `_meta` of the result for an MCP client. Names with a prefix that MCP reserves are refused there. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** All fields of a response. Undefined fields are omitted. */
type ResponseFields = Omit<ToolResponse, 'metadata' | 'meta' | 'error' | 'toText'> & {
  readonly metadata?: ToolResponse['metadata'] | undefined;
  readonly meta?: ToolResponse['meta'] | undefined;
  readonly error?: ToolErrorInfo | undefined;
};

// The brand and the method are properties of the prototype, so that a response compares as plain data, like a content
// block.
const responsePrototype: object = Object.create(Object.prototype, {
  [brands.response]: { value: true },
  toText: { value: toText },
});

function toText(this: ToolResponse): string {
  return contentText(this.content);
}

function Response(this: Record<string, unknown>, fields: ResponseFields): void {
  this.id = fields.id;
  this.callId = fields.callId;
  this.toolName = fields.toolName;
  this.content = fields.content;
  if (fields.structuredContent !== undefined) this.structuredContent = fields.structuredContent;
  if (fields.metadata !== undefined) this.metadata = fields.metadata;
  if (fields.meta !== undefined) this.meta = fields.meta;
  this.state = fields.state;
  this.stream = fields.stream;
  this.isLast = fields.isLast;
  this.isInterrupted = fields.isInterrupted;
  if (fields.error !== undefined) this.error = fields.error;
}
Response.prototype = responsePrototype;

const NewResponse = Response as unknown as new (fields: ResponseFields) => ToolResponse;

/** Creates a branded response from its fields. */
export function createResponse(fields: ResponseFields): ToolResponse {
  return new NewResponse(fields);
}

/** Creates the frozen final response of a call. `origin` is a private value that `originOf` returns. */
export function createFinalResponse(fields: ResponseFields, origin?: unknown): ToolResponse {
  const response = createResponse(fields);
  Origin.put(response, origin);
  return Object.freeze(response);
}

/** Returns the origin of a final response, or undefined if another copy of this package or other code created it. */
export function originOf(response: ToolResponse): unknown {
  return Origin.of(response);
}

function ReturnObject(object: object): object {
  return object;
}

/**
 * A private field that is added to an existing object. The base constructor returns the object, so the subclass defines
 * its field on it. The field is not a property, and copies of the response do not have it.
 */
class Origin extends (ReturnObject as unknown as new (object: object) => object) {
  #origin: unknown;

  static put(object: object, origin: unknown): void {
    new Origin(object).#origin = origin;
  }

  static of(object: object): unknown {
    return #origin in object ? object.#origin : undefined;
  }
}

const partNames: OptionNames<ResponseParts> = {
  content: list,
  structuredContent: anyValue,
  metadata: object,
  meta: object,
};

/**
 * Creates a response that a tool can return or yield when a plain value is not sufficient: for several content blocks,
 * or for text for the model in addition to data for programs.
 *
 * @throws DefinitionError if a literal in `content` has invalid media.
 */
export function respond(parts: ResponseParts): ToolResponse {
  checkOptionNames(parts, partNames, 'respond');
  return createResponse({
    id: '',
    callId: '',
    toolName: '',
    content: readBlocks(parts.content ?? []),
    structuredContent: parts.structuredContent,
    metadata: parts.metadata,
    meta: parts.meta,
    state: 'success',
    stream: false,
    isLast: true,
    isInterrupted: false,
  });
}

function readBlocks(content: readonly (ContentBlock | ContentLiteral)[]): readonly ContentBlock[] {
  return content.every(isContentBlock) ? content : content.map(toBlock);
}

/** Checks whether a value is a response that toolwright created. A plain object of the same shape is data. */
export function isToolResponse(value: unknown): value is ToolResponse {
  return hasBrand(value, brands.response);
}
