import { brands, hasBrand } from '../brand.js';
import type { ToolErrorInfo } from '../errors.js';
import type { ContentBlock } from './content.js';

/** How far a call has come, or how it ended. A `pending` call waits outside of the process for its result. */
export type ResponseState = 'running' | 'success' | 'error' | 'interrupted' | 'denied' | 'pending';

/**
 * One piece of what comes back from a call: a chunk, or the last response, which is the authoritative whole.
 * Every call that is still subscribed ends in exactly one response with `isLast: true`, and it comes last.
 */
export interface ToolResponse {
  /** `${callId}:${n}` for the n-th chunk, counted from 0; the call's id for the last response. */
  readonly id: string;
  readonly callId: string;
  readonly toolName: string;
  /** The content for the model. */
  readonly content: readonly ContentBlock[];
  /** The JSON form of the data, where the data is more than text. */
  readonly structuredContent?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly state: ResponseState;
  /** Whether the call emitted a chunk. */
  readonly stream: boolean;
  readonly isLast: boolean;
  readonly isInterrupted: boolean;
  readonly error?: ToolErrorInfo;
}

/** The parts of a response that a tool makes itself. The pipeline adds the rest. */
export interface ResponseParts {
  readonly content?: readonly ContentBlock[] | undefined;
  readonly structuredContent?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** All fields of a response; those that are undefined are left out. */
type ResponseFields = Omit<ToolResponse, 'metadata' | 'error'> & {
  readonly metadata?: ToolResponse['metadata'] | undefined;
  readonly error?: ToolErrorInfo | undefined;
};

const responsePrototype: object = Object.create(Object.prototype, { [brands.response]: { value: true } });

// As with content blocks: the brand is on the prototype, and a response compares as plain data.
function Response(this: Record<string, unknown>, fields: ResponseFields): void {
  this.id = fields.id;
  this.callId = fields.callId;
  this.toolName = fields.toolName;
  this.content = fields.content;
  if (fields.structuredContent !== undefined) this.structuredContent = fields.structuredContent;
  if (fields.metadata !== undefined) this.metadata = fields.metadata;
  this.state = fields.state;
  this.stream = fields.stream;
  this.isLast = fields.isLast;
  this.isInterrupted = fields.isInterrupted;
  if (fields.error !== undefined) this.error = fields.error;
}
Response.prototype = responsePrototype;

const NewResponse = Response as unknown as new (fields: ResponseFields) => ToolResponse;

/** Builds a branded response from all its fields. */
export function createResponse(fields: ResponseFields): ToolResponse {
  return new NewResponse(fields);
}

/** Builds the last response of a call, frozen, with room for what it was made from. */
export function createLastResponse(fields: ResponseFields, origin?: unknown): ToolResponse {
  const response = createResponse(fields);
  Origin.put(response, origin);
  return Object.freeze(response);
}

/** What a last response was made from; undefined of one that another copy of this package, or somebody else, made. */
export function originOf(response: ToolResponse): unknown {
  return Origin.of(response);
}

function Given(object: object): object {
  return object;
}

/**
 * A private field on an object that is there already: what a constructor returns gets the fields of the class that
 * extends it. No property shows it, and no copy of the response has it.
 */
class Origin extends (Given as unknown as new (object: object) => object) {
  #origin: unknown;

  static put(object: object, origin: unknown): void {
    new Origin(object).#origin = origin;
  }

  static of(object: object): unknown {
    return #origin in object ? object.#origin : undefined;
  }
}

/**
 * Builds the response that a tool returns or yields where a plain value would not say enough: several content blocks,
 * or text for the model beside data for programs.
 */
export function respond(parts: ResponseParts): ToolResponse {
  return createResponse({
    id: '',
    callId: '',
    toolName: '',
    content: parts.content ?? [],
    structuredContent: parts.structuredContent,
    metadata: parts.metadata,
    state: 'success',
    stream: false,
    isLast: true,
    isInterrupted: false,
  });
}

/** Whether a value is a response that toolwright built. A plain object of the same shape is data. */
export function isToolResponse(value: unknown): value is ToolResponse {
  return hasBrand(value, brands.response);
}
