import { brands, hasBrand } from '../brand.js';
import type { ToolErrorInfo } from '../errors.js';
import type { ContentBlock } from './content.js';

/** How far a call has come, or how it ended. */
export type ResponseState = 'running' | 'success' | 'error' | 'interrupted' | 'denied';

/**
 * One piece of what comes back from a call: a chunk, or the last response, which is the authoritative whole.
 * Every call that is still subscribed ends in exactly one response with `isLast: true`, and it comes last.
 */
export interface ToolResponse {
  /** `${callId}:${n}` for the n-th chunk, counted from 0; the call's id for the last response. */
  readonly id: string;
  readonly callId: string;
  readonly toolName: string;
  /** What a model reads. */
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

/** What a tool says in a response of its own; the pipeline adds the rest. */
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

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/**
 * A response as it is built. It compares as plain data, as content blocks do: the brand is on the prototype, which claims
 * to be that of plain objects. Only a class can give it a place that nobody else sees.
 */
class Response {
  #origin: unknown;

  constructor(fields: ResponseFields) {
    const response = this as object as Writable<ResponseFields>;
    response.id = fields.id;
    response.callId = fields.callId;
    response.toolName = fields.toolName;
    response.content = fields.content;
    if (fields.structuredContent !== undefined) response.structuredContent = fields.structuredContent;
    if (fields.metadata !== undefined) response.metadata = fields.metadata;
    response.state = fields.state;
    response.stream = fields.stream;
    response.isLast = fields.isLast;
    response.isInterrupted = fields.isInterrupted;
    if (fields.error !== undefined) response.error = fields.error;
  }

  static originOf(response: object): unknown {
    return #origin in response ? response.#origin : undefined;
  }

  static remember(response: object, origin: unknown): void {
    if (#origin in response) response.#origin = origin;
  }
}
Object.defineProperty(Response.prototype, brands.response, { value: true });
Reflect.deleteProperty(Response.prototype, 'constructor');

/** What was remembered of a response; undefined of one that another copy of this package, or somebody else, made. */
export function originOf(response: ToolResponse): unknown {
  return Response.originOf(response);
}

/** Remembers what a response was made from. A WeakMap would do so for a hundred times the price. */
export function rememberOrigin(response: ToolResponse, origin: unknown): void {
  Response.remember(response, origin);
}

/** Builds a branded response from all its fields. */
export function createResponse(fields: ResponseFields): ToolResponse {
  return new Response(fields) as object as ToolResponse;
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
