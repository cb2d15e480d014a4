import { Observable } from 'rxjs';
import { DefinitionError } from '../../errors.js';
import type { LogLevel } from '../../execution/call-options.js';
import { notify } from '../../execution/notify.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { previewValue } from '../../value-preview.js';
import type { Middleware, MiddlewareCall } from './middleware.js';

/** A logger whose methods receive the fields of an entry and its text. pino and the console are such loggers. */
export type Logger = Readonly<Record<LogLevel, (about: object, line: string) => void>>;

/** The options of `logging()`. */
export interface LoggingOptions {
  /**
   * The level of successful and pending calls. Failed calls are errors; interrupted and denied calls are warnings.
   *
   * @default 'info'
   */
  readonly level?: LogLevel | undefined;
}

/** The fields of a log entry. They contain neither arguments nor results, which may be private. */
export interface CallLogEntry {
  readonly callId: string;
  readonly toolName: string;
  /** The duration of the call, in milliseconds. Omitted when the call starts. */
  readonly durationMs?: number;
  /** The number of chunks before the end. Omitted when the call starts. */
  readonly chunks?: number;
  /** The error code. Omitted unless the call ends with an error. */
  readonly code?: string;
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/**
 * Creates middleware that logs how each call ends, and at the level `debug` that it starts. A logger that throws does
 * not fail the call.
 *
 * @example
 * ```ts
 * toolkit.use(logging(pino()));
 * ```
 * @throws DefinitionError on an unknown level, and if the logger lacks the method of a level.
 */
export function logging(logger: Logger, { level = 'info' }: LoggingOptions = {}): Middleware {
  if (!levels.includes(level)) {
    throw new DefinitionError(`logging: level must be one of ${levels.join(', ')}, not ${previewValue(level)}.`);
  }
  const missing = levels.find((name) => typeof logger?.[name] !== 'function');
  if (missing !== undefined) {
    throw new DefinitionError(
      `logging: the logger has no method '${missing}'. Pass the console, a pino logger or a similar object.`,
    );
  }
  return (call, next) => logResponses(call, next(), { logger, level });
}

interface LogTarget {
  readonly logger: Logger;
  readonly level: LogLevel;
}

function logResponses(
  { id: callId, name: toolName }: MiddlewareCall,
  responses: Observable<ToolResponse>,
  { logger, level }: LogTarget,
): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => {
    const startedAt = performance.now();
    let chunks = 0;
    let hasEnded = false;
    const write = (how: LogLevel, line: string, fields: Partial<CallLogEntry>): void => {
      const about: CallLogEntry = { callId, toolName, ...fields };
      notify((entry: CallLogEntry) => logger[how](entry, line), about);
    };
    const end = (last: ToolResponse | undefined): void => {
      hasEnded = true;
      const state = last?.state ?? 'interrupted';
      const code = last === undefined ? 'interrupted' : last.error?.code;
      const how = state === 'success' || state === 'pending' ? level : state === 'error' ? 'error' : 'warn';
      const durationMs = performance.now() - startedAt;
      write(how, `${toolName} ${verbs[state]}`, { durationMs, chunks, ...(code === undefined ? {} : { code }) });
    };
    write('debug', `${toolName} started`, {});
    const subscription = responses.subscribe({
      next: (response) => {
        if (response.isLast) end(response);
        else chunks++;
        subscriber.next(response);
      },
      error: (error: unknown) => subscriber.error(error),
      complete: () => subscriber.complete(),
    });
    return () => {
      subscription.unsubscribe();
      // The consumer has unsubscribed.
      if (!hasEnded) end(undefined);
    };
  });
}

const verbs: Readonly<Record<ToolResponse['state'], string>> = {
  running: 'ended',
  success: 'succeeded',
  error: 'failed',
  interrupted: 'was interrupted',
  denied: 'was denied',
  pending: 'is pending',
};
