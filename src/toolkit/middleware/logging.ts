import { Observable } from 'rxjs';
import { DefinitionError } from '../../errors.js';
import type { LogLevel } from '../../execution/call-options.js';
import { notify } from '../../execution/notify.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { previewValue } from '../../value-preview.js';
import type { Middleware, MiddlewareCall } from './middleware.js';

/** Where log lines go: what they are about, and the line in words. pino and the console are loggers as they are. */
export type Logger = Readonly<Record<LogLevel, (about: object, line: string) => void>>;

/** What is logged how. */
export interface LoggingOptions {
  /** The level of calls that end well. What fails is logged as an error, what is interrupted or denied as a warning. @default 'info' */
  readonly level?: LogLevel | undefined;
}

/** What a log line is about. Neither arguments nor results: they are the user's. */
export interface CallLogEntry {
  readonly callId: string;
  readonly toolName: string;
  /** In milliseconds. Left out where the call begins. */
  readonly durationMs?: number;
  /** How many chunks came before the end. */
  readonly chunks?: number;
  /** The error's code. */
  readonly code?: string;
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/**
 * Middleware that logs how each call ends, and at the level `debug` that it begins. A logger that throws fails no call.
 *
 * @example
 * ```ts
 * toolkit.use(logging(pino()));
 * ```
 * @throws DefinitionError on an unknown level, and on a logger that lacks one.
 */
export function logging(logger: Logger, { level = 'info' }: LoggingOptions = {}): Middleware {
  if (!levels.includes(level)) {
    throw new DefinitionError(`logging: level must be one of ${levels.join(', ')}, not ${previewValue(level)}.`);
  }
  const lacking = levels.find((name) => typeof logger?.[name] !== 'function');
  if (lacking !== undefined) {
    throw new DefinitionError(
      `logging: the logger has no method '${lacking}'. Give the console, a pino logger, or alike.`,
    );
  }
  return (call, next) => watched(call, next(), { logger, level });
}

interface Journal {
  readonly logger: Logger;
  readonly level: LogLevel;
}

function watched(
  { id: callId, name: toolName }: MiddlewareCall,
  responses: Observable<ToolResponse>,
  { logger, level }: Journal,
): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => {
    const startedAt = performance.now();
    let chunks = 0;
    let hasEnded = false;
    const write = (how: LogLevel, line: string, facts: Partial<CallLogEntry>): void => {
      const about: CallLogEntry = { callId, toolName, ...facts };
      notify((entry: CallLogEntry) => logger[how](entry, line), about);
    };
    const end = (last: ToolResponse | undefined): void => {
      hasEnded = true;
      const state = last?.state ?? 'interrupted';
      const code = last === undefined ? 'interrupted' : last.error?.code;
      const how = state === 'success' ? level : state === 'error' ? 'error' : 'warn';
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
      // Its reader has left it.
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
