import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import {
  callback,
  count,
  finite,
  oneOf,
  positive,
  secretObject,
  string,
  strings,
} from '../../base/options/option-rules.js';
import { type ServerOptions, servers } from './open-connection.js';

/** The options of `natsSource`. */
export interface NatsSourceOptions extends ServerOptions {
  /** The name of the source, by which `removeSource` removes it. @default 'nats' */
  readonly name?: string | undefined;
  /** The prefix of all subjects: words of letters, digits, `_` and `-`, separated by dots. @default 'toolwright' */
  readonly subject?: string | undefined;
  /** The queue groups whose tools are imported. @default all queue groups */
  readonly queues?: readonly string[] | undefined;
  /**
   * Returns the identity that workers receive for a call, as JSON data, from the `auth` option of the call. It must not
   * contain a secret: operators of the server can read it.
   *
   * @default workers receive no identity
   */
  readonly auth?: ((auth: unknown) => unknown) | undefined;
  /**
   * What happens to a call that no worker can receive, because none serves the tool or no server answers: it fails with a
   * NetworkError, or waits until its deadline.
   *
   * @default 'fail'
   */
  readonly offline?: 'fail' | 'wait' | undefined;
  /** The time between two heartbeats, in milliseconds. A worker takes the caller for gone after three. @default 250 */
  readonly heartbeatMs?: number | undefined;
  /** How many times a call is delivered at most, if each worker that receives it dies. @default 5 */
  readonly maxDeliveries?: number | undefined;
  /** The largest message of a worker, in bytes. @default 67108864, 64 MiB */
  readonly maxMessageBytes?: number | undefined;
}

const optionNames: OptionNames<NatsSourceOptions> = {
  connection: secretObject,
  servers,
  onError: callback,
  name: string,
  subject: true,
  queues: strings,
  auth: callback,
  offline: oneOf('fail', 'wait'),
  heartbeatMs: finite,
  maxDeliveries: count,
  maxMessageBytes: positive,
};

/** The settings of a caller, with the defaults filled in. */
export interface CallerSettings {
  readonly name: string;
  readonly queues: readonly string[] | undefined;
  readonly auth: ((auth: unknown) => unknown) | undefined;
  readonly offline: 'fail' | 'wait';
  readonly heartbeatMs: number;
  readonly maxDeliveries: number;
  readonly maxMessageBytes: number;
}

/** Returns the settings that the options state. Throws a DefinitionError on an unknown or invalid option. */
export function readSourceOptions(options: NatsSourceOptions): CallerSettings {
  checkOptionNames(options, optionNames, 'natsSource');
  const settings = {
    name: options.name ?? 'nats',
    queues: options.queues,
    auth: options.auth,
    offline: options.offline ?? 'fail',
    heartbeatMs: options.heartbeatMs ?? 250,
    maxDeliveries: options.maxDeliveries ?? 5,
    maxMessageBytes: options.maxMessageBytes ?? 67_108_864,
  };
  return settings;
}
