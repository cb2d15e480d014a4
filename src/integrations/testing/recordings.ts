import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { anyValue, flag, oneOf } from '../../base/options/option-rules.js';
import { type RedactPattern, type TextCleaner, toCleaner } from '../../features/middleware/text-cleaner.js';
import type { Middleware } from '../../index.js';
import { nameMiddleware } from '../../toolkit/entry/middleware.js';
import { isUpdating } from './is-updating.js';
import { Recorder } from './recorder.js';
import { Recording } from './recording.js';
import { Replayer } from './replayer.js';

/** The options of `record()`. */
export interface RecordOptions {
  /**
   * What the file must not contain, in addition to the secrets of the state: strings and regular expressions whose matches are
   * replaced by `[redacted]`, or a function that returns the cleaned text.
   */
  readonly redact?: RedactPattern | readonly RedactPattern[] | TextCleaner | undefined;
}

/** The options of `replay()`. */
export interface ReplayOptions extends RecordOptions {
  /** When chunks and results are emitted: immediately, or after the time that they took when they were recorded. @default 'instant' */
  readonly pace?: 'instant' | 'recorded' | undefined;
  /**
   * Whether calls run and are recorded, as with `record()`.
   *
   * @default whether the test runner was started with its option to update snapshots, such as `--update` or `-u`, or the
   * environment variable `TOOLWRIGHT_UPDATE` is set
   */
  readonly update?: boolean | undefined;
}

const recordNames: OptionNames<RecordOptions> = { redact: anyValue };
const replayNames: OptionNames<ReplayOptions> = { ...recordNames, pace: oneOf('instant', 'recorded'), update: flag };

/**
 * Creates middleware that runs calls and records them in a file: arguments, chunks, result or error, and their times. A call
 * is identified by its tool and its arguments, as JSON with sorted keys. The runs of one call are recorded in their order, and
 * replace those of an earlier recording. Secrets of the state are replaced by `[redacted]`.
 *
 * Calls are not recorded if they are interrupted or wait for someone, and if the tool is unknown, acts on the toolkit itself or
 * runs on the client.
 *
 * @param file - The path or the URL of the file. Its folder is created. Use one file for each test file.
 * @example
 * ```ts
 * toolkit.use(record('test/shop.calls.json'));
 * ```
 * @throws DefinitionError on an unknown option, and if the file exists and is not a recording.
 */
export function record(file: string | URL, options: RecordOptions = {}): Middleware {
  checkOptionNames(options, recordNames, 'record');
  return createRecorder(new Recording(file, 'record'), options);
}

/**
 * Creates middleware that answers calls from a file that `record()` has written. The tools do not run, and no approval is
 * needed. A call that is not recorded ends with a DefinitionError that names it, and so does a call of a tool whose name,
 * description or schema has changed since. If the test runner updates its snapshots, the middleware records instead.
 *
 * @param file - The path or the URL of the file.
 * @example
 * ```ts
 * toolkit.use(replay('test/shop.calls.json'));
 * ```
 * @throws DefinitionError on an unknown option, and if the file does not exist or is not a recording.
 */
export function replay(file: string | URL, options: ReplayOptions = {}): Middleware {
  checkOptionNames(options, replayNames, 'replay');
  const { update = isUpdating(), pace = 'instant' } = options;
  const recording = new Recording(file, 'replay');
  if (update) return createRecorder(recording, options);
  const replayer = new Replayer(recording, { redact: cleanerOf(options), pace });
  return nameMiddleware('replay', (call, next) => replayer.replay(call, next));
}

function createRecorder(recording: Recording, options: RecordOptions): Middleware {
  // Fails before a call has run.
  recording.read();
  const recorder = new Recorder(recording, cleanerOf(options));
  return nameMiddleware('record', (call, next) => recorder.record(call, next));
}

function cleanerOf({ redact }: RecordOptions): TextCleaner | undefined {
  return redact === undefined ? undefined : toCleaner(redact);
}
