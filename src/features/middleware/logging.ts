import { Observable } from '../../base/async/rxjs.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { flag, oneOf } from '../../base/options/option-rules.js';
import type { LogLevel } from '../../call/call-options.js';
import { notify } from '../../call/notify.js';
import { collectSecrets, redactData } from '../../call/redact-secrets.js';
import { contentText } from '../../call/response/content.js';
import { toJsonValue } from '../../call/response/json-value.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';

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
  /** Whether the arguments are logged, with secrets of the state redacted. They may be private. @default false */
  readonly input?: boolean | undefined;
  /** Whether the result is logged, with secrets of the state redacted. It may be private. @default false */
  readonly output?: boolean | undefined;
}

/** The fields of a log entry. They contain arguments and results only on request, because these may be private. */
export interface CallLogEntry {
  readonly callId: string;
  readonly toolName: string;
  /** The duration of the call, in milliseconds. Omitted when the call starts. */
  readonly durationMs?: number;
  /** The number of chunks before the end. Omitted when the call starts. */
  readonly chunks?: number;
  /** The error code. Omitted unless the call ends with an error. */
  readonly code?: string;
  /** The arguments, with the option `input`. */
  readonly input?: unknown;
  /** The structured content or the text of the result, with the option `output`. Omitted when the call starts. */
  readonly output?: unknown;
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

const optionNames: OptionNames<LoggingOptions> = {
  level: oneOf(...levels),
  input: flag,
  output: flag,
};

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
export function logging(logger: Logger, options: LoggingOptions = {}): Middleware {
  checkOptionNames(options, optionNames, 'logging');
  const { level = 'info', input, output } = options;
  const missing = levels.find((name) => typeof logger?.[name] !== 'function');
  if (missing !== undefined) {
    throw new DefinitionError(
      `logging: the logger has no method '${missing}'. Pass the console, a pino logger or a similar object.`,
    );
  }
  return nameMiddleware('logging', (call, next) => logResponses(call, next(), { logger, level, input, output }));
}

interface LogTarget extends LoggingOptions {
  readonly logger: Logger;
  readonly level: LogLevel;
}

/** Returns a copy of a value as JSON, in which the secrets of the call's and of the tool's state are redacted. */
function toLoggedValue(value: unknown, { context, spec }: MiddlewareCall): unknown {
  try {
    const own = spec === undefined ? [] : [...spec.state.roots(), spec.bindings];
    return redactData(toJsonValue(value), collectSecrets([...context.state.roots(), ...own]));
  } catch {
    return '[not serializable]';
  }
}

function logResponses(
  call: MiddlewareCall,
  responses: Observable<ToolResponse>,
  { logger, level, input, output }: LogTarget,
): Observable<ToolResponse> {
  const { id: callId, name: toolName } = call;
  return new Observable<ToolResponse>((subscriber) => {
    const startedAt = performance.now();
    let chunks = 0;
    let hasEnded = false;
    const write = (how: LogLevel, line: string, fields: Partial<CallLogEntry>): void => {
      const logged = input === true ? { input: toLoggedValue(call.input, call) } : {};
      const about: CallLogEntry = { callId, toolName, ...logged, ...fields };
      notify((entry: CallLogEntry) => logger[how](entry, line), about);
    };
    const end = (last: ToolResponse | undefined): void => {
      hasEnded = true;
      const state = last?.state ?? 'interrupted';
      const code = last === undefined ? 'interrupted' : last.error?.code;
      const how = state === 'success' || state === 'pending' ? level : state === 'error' ? 'error' : 'warn';
      const durationMs = performance.now() - startedAt;
      write(how, `${toolName} ${verbs[state]}`, {
        durationMs,
        chunks,
        ...(code === undefined ? {} : { code }),
        ...(output === true && last !== undefined ? { output: outputOf(last, call) } : {}),
      });
    };
    if (call.stage === 'call') write('debug', `${toolName} started`, {});
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

function outputOf({ structuredContent, content }: ToolResponse, call: MiddlewareCall): unknown {
  return toLoggedValue(structuredContent === undefined ? contentText(content) : structuredContent, call);
}

const verbs: Readonly<Record<ToolResponse['state'], string>> = {
  running: 'ended',
  success: 'succeeded',
  error: 'failed',
  interrupted: 'was interrupted',
  denied: 'was denied',
  pending: 'is pending',
};
