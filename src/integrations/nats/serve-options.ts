import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { callback, count, finite, nonEmpty, object, positive, secretObject } from '../../base/options/option-rules.js';
import { type Approver } from '../../index.js';
import type { EffectLog } from '../../stores/index.js';
import { type ServerOptions, servers } from './open-connection.js';

/** The options of `serveNats`. */
export interface ServeNatsOptions extends ServerOptions {
  /** The prefix of all subjects: words of letters, digits, `_` and `-`, separated by dots. @default 'toolwright' */
  readonly subject?: string | undefined;
  /** The queue group of the worker. The workers of a group share its calls. @default 'default' */
  readonly queue?: string | undefined;
  /** The maximum number of calls that run at once. Further calls wait. @default 100 */
  readonly concurrency?: number | undefined;
  /** The maximum number of calls that wait. Further calls are refused, and their callers try again. @default 1000 */
  readonly maxWaiting?: number | undefined;
  /** The log of the effects of tools with `effect: 'write'`. @default such calls are not recorded */
  readonly effects?: EffectLog | undefined;
  /**
   * Returns what tools read as `ctx.auth`, from the identity that the caller sent. It may throw to reject the call.
   *
   * @default the identity that the caller sent
   */
  readonly auth?: ((identity: unknown) => unknown) | undefined;
  /** The approver of calls that need approval. @default the caller's toolkit has asked its approver */
  readonly approver?: Approver | undefined;
  /** The time between two heartbeats, in milliseconds. A caller takes the worker for dead after three. @default 250 */
  readonly heartbeatMs?: number | undefined;
  /** The largest arguments of a call, in bytes of JSON text. @default 67108864, 64 MiB */
  readonly maxRequestBytes?: number | undefined;
}

const optionNames: OptionNames<ServeNatsOptions> = {
  connection: secretObject,
  servers,
  onError: callback,
  subject: true,
  queue: nonEmpty,
  concurrency: count,
  maxWaiting: count,
  effects: object,
  auth: callback,
  approver: callback,
  heartbeatMs: finite,
  maxRequestBytes: positive,
};

/** The settings of a worker, with the defaults filled in. */
export interface WorkerSettings {
  readonly queue: string;
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly effects: EffectLog | undefined;
  readonly auth: (identity: unknown) => unknown;
  readonly approver: Approver;
  readonly heartbeatMs: number;
  readonly maxRequestBytes: number;
}

/** Returns the settings that the options state. Throws a DefinitionError on an unknown or invalid option. */
export function readServeOptions(options: ServeNatsOptions): WorkerSettings {
  checkOptionNames(options, optionNames, 'serveNats');
  const settings = {
    queue: options.queue ?? 'default',
    concurrency: options.concurrency ?? 100,
    maxWaiting: options.maxWaiting ?? 1_000,
    effects: options.effects,
    auth: options.auth ?? ((identity: unknown) => identity),
    approver: options.approver ?? (() => 'approve' as const),
    heartbeatMs: options.heartbeatMs ?? 250,
    maxRequestBytes: options.maxRequestBytes ?? 67_108_864,
  };
  return settings;
}
