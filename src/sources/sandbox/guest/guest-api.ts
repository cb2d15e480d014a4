/** How the prelude reports the end of a program. */
export type EndKind = 'done' | 'size' | 'value' | 'thrown';

/** The functions of the worker that the prelude calls. A program could reach them, so they check what they receive. */
export interface GuestHost {
  /** Sends a call with the JSON text of its arguments, or only its length if it is too long. Returns a problem. */
  readonly call: (
    ...call: [id: number, name: string, json: string, length: number, hasListener: boolean]
  ) => string | undefined;
  /** Sends a line of console output. The level is an index of {@link logLevels}. */
  readonly log: (level: number, text: string, isCut: boolean) => void;
  /** Ends the program with its value as JSON text, or with what it threw. */
  readonly end: (kind: EndKind, value: unknown) => void;
}

/** The functions of the prelude that the worker calls. */
export interface GuestApi {
  /** Installs functions and global values, whose names and values are JSON text, before the program begins. */
  readonly install: (functions: string, globals: string) => void;
  /** Reports the end of a program, whose value is in a box. */
  readonly watch: (promise: Promise<{ readonly value: unknown }>) => void;
  /** Settles a call, or passes a chunk to its listener. */
  readonly answer: (...answer: [id: number, isValue: boolean, json: string | undefined, isChunk: boolean]) => void;
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
