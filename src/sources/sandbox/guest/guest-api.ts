/** What an answer of a call is. After a chunk, the call continues. */
export type AnswerKind = 'value' | 'error' | 'chunk';

/** How the prelude reports the end of a program. */
export type EndKind = 'done' | 'size' | 'value' | 'thrown';

/**
 * A value as the host sends it. `0`: what the program sees. `1`: an opaque value without members. `2`: an opaque list, whose
 * length may be open. `3`: an opaque object. `4` and `5`: a list and an object that contain opaque values.
 */
export type SentNode =
  | readonly [kind: 0 | 1, value: unknown]
  | readonly [kind: 2, items: readonly SentNode[], hasOpenLength: boolean]
  | readonly [kind: 3, members: Readonly<Record<string, SentNode>>]
  | readonly [kind: 4, items: readonly SentNode[]]
  | readonly [kind: 5, members: Readonly<Record<string, SentNode>>];

/**
 * The beginning of a text in arguments that is a reference to an opaque value. After a `!` follows a text that only begins
 * like one. A program that writes one itself has a reference, as it could have by passing the value.
 */
export const referenceMark = '\uF8FFopaque:';

/** The functions of the worker that the prelude calls. A program could reach them, so they check what they receive. */
export interface GuestHost {
  /** Sends a call with the JSON text of its arguments, or only its length if it is too long. Returns a problem. */
  readonly call: (
    ...call: [id: number, name: string, json: string, length: number, hasListener: boolean]
  ) => string | undefined;
  /** Sends a line of console output. The level is an index of {@link logLevels}. */
  readonly log: (level: number, text: string, isCut: boolean) => void;
  /** Notes that the program has looked at a result. */
  readonly look: (ref: string) => void;
  /** Ends the program with its value as JSON text, or with what it threw. */
  readonly end: (kind: EndKind, value: unknown) => void;
}

/** The functions of the prelude that the worker calls. */
export interface GuestApi {
  /** Installs functions and global values, whose names and values are JSON text, before the program begins. */
  readonly install: (functions: string, globals: string) => void;
  /** Reports the end of a program, whose value is in a box. */
  readonly watch: (promise: Promise<{ readonly value: unknown }>) => void;
  /** Settles a call, or passes a chunk to its listener. With a reference, the JSON text is that of a {@link SentNode}. */
  readonly answer: (
    ...answer: [id: number, kind: AnswerKind, json: string | undefined, ref: string | undefined]
  ) => void;
  /** Reads the stack of an error, or that of the call that failed with it. */
  readonly stackOf: (error: object) => unknown;
}

/** The settings of the prelude, which it receives as JSON text. */
export interface GuestSettings {
  readonly maxCharacters: number;
  readonly maxLogCharacters: number;
}

/** The levels of console output. */
export const logLevels = ['debug', 'log', 'info', 'warn', 'error'] as const;
