import type { QuickJSOptions } from 'quickjs-wasi';
import type { PendingCall, SandboxLimits, SandboxReason } from '../../../features/code-mode/sandbox-engine.js';

/** What a worker receives when it is created. */
export interface GuestWorkerData {
  /** The file of the package quickjs-wasi. */
  readonly path: string;
  readonly version: string;
  /** The engine, compiled once for all workers. */
  readonly wasm: NonNullable<QuickJSOptions['wasm']>;
  /** The first code of each sandbox. */
  readonly prelude: string;
}

/** The limits of a program, with their defaults. */
export type CheckedLimits = { readonly [Name in keyof SandboxLimits]-?: number };

/** What a step of a program may use. */
export interface StepLimits {
  readonly limits: CheckedLimits;
  readonly computeMs: number;
}

/** Begins a program. The names of its functions and its global values are JSON text. */
export interface StartJob {
  readonly kind: 'start';
  readonly source: string;
  readonly functions: string;
  readonly globals: string;
}

/** Continues a program from its snapshot. */
export interface RestoreJob {
  readonly kind: 'restore';
  readonly snapshot: Uint8Array;
  readonly answers: readonly SentAnswer[];
}

/** Continues the program that waits in the worker. */
export interface AnswerJob {
  readonly kind: 'answer';
  readonly answers: readonly SentAnswer[];
}

/** Removes the program from the worker. The answer contains its snapshot. */
export interface SaveJob {
  readonly kind: 'save';
  /** The calls of a program that is paused. */
  readonly pending?: readonly PendingCall[] | undefined;
}

/** A message to a worker that runs a step of a program. */
export type StepJob = StartJob | RestoreJob | AnswerJob;

/** A message to a worker. */
export type GuestJob = (StepJob & StepLimits) | SaveJob;

/** A call as a program sends it. */
export interface SentCall {
  readonly id: number;
  readonly name: string;
  /** The arguments as JSON text. */
  readonly args: string;
  /** Whether the program passed a function that receives chunks. */
  readonly hasListener?: boolean | undefined;
  /** The references of the results at which the program had looked. */
  readonly looked: readonly string[];
}

/** An answer as a program receives it: a value, a chunk, or the description of an error, as JSON text. */
export interface SentAnswer {
  readonly id: number;
  readonly isValue: boolean;
  /** Whether the value is a chunk, after which the call continues. */
  readonly isChunk?: boolean | undefined;
  readonly json?: string | undefined;
  /** The reference of a result that contains opaque values. The JSON text is then that of its tree. */
  readonly ref?: string | undefined;
}

/** What a worker reports about a program that has failed. */
export interface ProgramFailure {
  readonly reason: SandboxReason;
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly stack?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The error of the worker, which no model reads. */
  readonly cause?: unknown;
}

/** How a program ended: with a value as JSON text, with a failure, or before it began, because its snapshot is unknown. */
export type ProgramEnd =
  | { readonly reason?: undefined; readonly json: string | undefined }
  | { readonly reason: 'foreign' }
  | ProgramFailure;

/** What a worker answers: what the program called since its last step, and its end if it has one. */
export interface GuestOutput {
  readonly calls: readonly SentCall[];
  /** The number of all calls of the program. */
  readonly made?: number | undefined;
  readonly computeMs?: number | undefined;
  readonly end?: ProgramEnd | undefined;
  /** The references of the results at which the program has looked. */
  readonly looked?: readonly string[] | undefined;
  /** The calls for which a restored program was paused. */
  readonly pending?: readonly PendingCall[] | undefined;
  /** The state of a program that was saved. */
  readonly snapshot?: Uint8Array<ArrayBuffer> | undefined;
}

/** A line of console output, which a worker posts while a program runs. */
export interface LogNotice {
  /** The index of the level: debug, log, info, warn, error. */
  readonly level: number;
  readonly text: string;
  /** Whether it is the last line, because the output has reached its limit. */
  readonly isCut: boolean;
}
