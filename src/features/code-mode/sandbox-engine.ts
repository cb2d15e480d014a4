import type { ToolError } from '../../base/errors/errors.js';
import { brandClass, brands, hasBrand } from '../../base/values/brand.js';
import type { OpaqueNode } from '../../toolkit/opaque-node.js';

/** The engine that runs programs apart from the process: they reach only the functions that they are given. */
export interface SandboxEngine {
  /** Whether the engine removes the types of programs in TypeScript. @default true */
  readonly acceptsTypeScript?: boolean | undefined;
  /**
   * Whether functions may return an {@link OpaqueValue}, and the engine reports at which ones a program looks.
   *
   * @default false
   */
  readonly acceptsOpaque?: boolean | undefined;
  /**
   * Runs a program to its end, or until it waits only for paused calls. A program that fails is a result, not an error.
   *
   * @throws DefinitionError if the request is invalid, or a package that the engine needs is not installed.
   */
  run(request: SandboxRequest): Promise<SandboxResult>;
  /**
   * Continues a paused program, in this process or in another one. Finished calls are not repeated. Calls without an
   * answer stay paused.
   *
   * @param snapshot - The snapshot of the `paused` result. It must come from a trusted store.
   * @param answers - The answers of the pending calls, by the IDs of the calls.
   * @param request - The functions, limits and signal of the program from now on.
   * @throws DefinitionError if the snapshot was written by another version of the engine.
   */
  resume?(snapshot: Uint8Array, answers: SandboxAnswers, request: ResumeRequest): Promise<SandboxResult>;
}

/** A program, and what it may reach and use. */
export interface SandboxRequest extends ResumeRequest {
  /**
   * The source text of the program: JavaScript, or TypeScript whose types are removed. It may use `await` at its top
   * level. Its value is that of its last expression.
   */
  readonly source: string;
  /** JSON values that the program sees as global variables, by their names. */
  readonly globals?: Readonly<Record<string, unknown>> | undefined;
}

/** What a program may reach and use when it continues. */
export interface ResumeRequest {
  /**
   * The functions that the program may await, by their names. In the program, `files.read` is the function `read` of the
   * global object `files`.
   */
  readonly functions?: Readonly<Record<string, SandboxFunction>> | undefined;
  /** The limits of the program. */
  readonly limits?: SandboxLimits | undefined;
  /** The signal that ends the program. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A function of the host that a program may await. It may return a value or a promise, and it may throw. It returns
 * {@link pause} if it cannot answer now.
 *
 * @param args - The arguments of the program, which are JSON data, with an {@link OpaqueReference} in the place of each opaque
 * value. They are not validated.
 */
export type SandboxFunction = (args: readonly unknown[], call: SandboxCall) => unknown;

/** What a function returns in the place of a value of which the program must not see all. */
export class OpaqueValue {
  /** The reference of the value, such as `@c7`. */
  readonly ref: string;
  readonly root: OpaqueNode;

  constructor(ref: string, root: OpaqueNode) {
    this.ref = ref;
    this.root = root;
  }

  /** Checks whether a value is one, also of another copy of this package. */
  static is(value: unknown): value is OpaqueValue {
    return hasBrand(value, brands.opaqueValue);
  }
}
brandClass(OpaqueValue, brands.opaqueValue);

/** What a function receives in the place of an opaque value. */
export class OpaqueReference {
  /** The reference of the value that was returned, followed by the JSON Pointer of the place in it, such as `@c7/0/from`. */
  readonly ref: string;

  constructor(ref: string) {
    this.ref = ref;
  }

  /** Checks whether a value is one, also of another copy of this package. */
  static is(value: unknown): value is OpaqueReference {
    return hasBrand(value, brands.opaqueReference);
  }
}
brandClass(OpaqueReference, brands.opaqueReference);

/** One call that a program makes. */
export interface SandboxCall {
  /** The ID of the call, unique in the program. */
  readonly id: number;
  /** The name of the function. */
  readonly name: string;
  /** The signal that is aborted when the program ends before the call. */
  readonly signal: AbortSignal;
  /**
   * The references of the results at which the program had looked when it made the call. `*` is all of them. Undefined if the
   * engine has no opaque values.
   */
  readonly looked?: readonly string[] | undefined;
  /**
   * Passes a chunk, which is JSON data, to the function that the program passed as the last argument of the call.
   * Undefined if the last argument is no function. That function is not among the arguments.
   */
  readonly emit?: ((chunk: unknown) => void) | undefined;
}

/**
 * The value that a function returns if its answer comes later, such as after an approval. The program continues until it
 * waits only for such calls, and is then paused.
 */
export const pause: unique symbol = Symbol.for('toolwright.sandbox.pause@1') as never;

/** The limits of one program. */
export interface SandboxLimits {
  /** The time that the program may compute, in milliseconds. Waiting for functions is not counted. @default 1000 */
  readonly computeMs?: number | undefined;
  /** The time that the program may wait for functions, in milliseconds. @default 60000 */
  readonly waitMs?: number | undefined;
  /** The memory that the program may use, in bytes. @default 33554432 */
  readonly memoryBytes?: number | undefined;
  /** The size of its stack, in bytes, at most 524288. @default 131072 */
  readonly stackBytes?: number | undefined;
  /** The number of calls that the program may make. @default 1000 */
  readonly maxCalls?: number | undefined;
  /**
   * The maximum length of the source text, of the value as JSON, and of all arguments that are sent at once, in
   * characters.
   *
   * @default 1000000
   */
  readonly maxCharacters?: number | undefined;
  /** The maximum length of the captured console output, in characters. The rest is omitted. @default 20000 */
  readonly maxLogCharacters?: number | undefined;
}

/** The end of a run of a program. */
export type SandboxResult = SandboxDone | SandboxFailed | SandboxPaused;

/** What every end of a run contains. */
export interface SandboxReport {
  /**
   * The references of the results at which the program has looked, also before it was paused. `*` is all of them. Undefined if
   * the engine has no opaque values.
   */
  readonly looked?: readonly string[] | undefined;
  /** The console output of the program. */
  readonly logs: readonly SandboxLog[];
  /** What the program used in this run. */
  readonly usage: SandboxUsage;
}

/** The result of a program that has ended. */
export interface SandboxDone extends SandboxReport {
  readonly status: 'done';
  /** The value of the last expression, which is JSON data, or undefined. */
  readonly value: unknown;
}

/** The result of a program that has failed. */
export interface SandboxFailed extends SandboxReport {
  readonly status: 'failed';
  /**
   * The error: a TimeoutError for a time limit, an InterruptedError if the signal was aborted, an OutputValidationError
   * for a value that JSON cannot represent, and a ToolExecutionError otherwise. Its details are
   * {@link SandboxErrorDetails}.
   */
  readonly error: ToolError;
}

/** The result of a program that waits only for paused calls. */
export interface SandboxPaused extends SandboxReport {
  readonly status: 'paused';
  /** The state of the program, compressed. */
  readonly snapshot: Uint8Array;
  /** The calls that wait for their answers. */
  readonly pending: readonly PendingCall[];
}

/** A call of a paused program. */
export interface PendingCall {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The answers of pending calls, by the IDs of the calls: a value, or the error with which the call failed. */
export type SandboxAnswers = ReadonlyMap<number, SandboxAnswer>;

/** The answer of one call. */
export type SandboxAnswer = { readonly value: unknown } | { readonly error: unknown };

/** One line of console output. */
export interface SandboxLog {
  readonly level: 'debug' | 'log' | 'info' | 'warn' | 'error';
  readonly text: string;
}

/** What a program used. */
export interface SandboxUsage {
  /** The time that it computed, in milliseconds. */
  readonly computeMs: number;
  /** The time that it waited for functions, in milliseconds. */
  readonly waitMs: number;
  /** The number of its calls, with those before it was paused. */
  readonly calls: number;
}

/**
 * The reason why a program failed: it did not compile, it threw, it exceeded a limit, its value is no JSON data, it waits
 * for a promise that nothing settles, or the engine itself failed.
 */
export type SandboxReason =
  | 'syntax'
  | 'thrown'
  | 'compute_time'
  | 'wait_time'
  | 'memory'
  | 'stack'
  | 'calls'
  | 'size'
  | 'value'
  | 'stuck'
  | 'aborted'
  | 'crashed';

/** The details of the error of a program. */
export interface SandboxErrorDetails {
  readonly reason: SandboxReason;
  /** The name of the error that the program threw, such as `TypeError`. */
  readonly name?: string;
  /** The code of the error that the program threw. */
  readonly code?: string;
  /** The line of the source text, beginning at 1. */
  readonly line?: number;
  /** The column of the source text, beginning at 1. */
  readonly column?: number;
}
