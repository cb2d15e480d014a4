import { isSecureUrl } from '../../base/network/secure-url.js';
import { splitCommand } from '../checks/eval/split-command.js';
import { UsageFailure } from './shared/declaration.js';

/** The model of `toolwright eval`. */
export type ModelPlace =
  | { readonly kind: 'replay'; readonly path: string }
  | { readonly kind: 'command'; readonly command: readonly string[]; readonly timeoutMs: number }
  | {
      readonly kind: 'url';
      readonly url: URL;
      readonly modelName: string | undefined;
      /** The environment variable with the bearer token. Undefined for none. */
      readonly keyVariable: string | undefined;
      readonly timeoutMs: number;
    };

/** The options that select a model. */
export interface ModelOptions {
  readonly model: string | undefined;
  readonly modelName: string | undefined;
  readonly key: string | undefined;
  readonly timeout: string | undefined;
  readonly replay: string | undefined;
}

const defaultTimeoutMs = 60_000;

/**
 * Reads the model of a command.
 *
 * @throws UsageFailure if the options do not select one.
 */
export function readModelPlace({ model, modelName, key, timeout, replay }: ModelOptions): ModelPlace {
  if (replay !== undefined) {
    if ([model, modelName, key, timeout].every((one) => one === undefined)) return { kind: 'replay', path: replay };
    throw new UsageFailure('--replay takes the place of a model. Remove --model and its options.');
  }
  if (model === undefined) {
    throw new UsageFailure("'eval' needs a model: --model <command or URL>, or --replay <file>.");
  }
  const timeoutMs = readTimeout(timeout);
  if (/^https?:\/\//i.test(model)) {
    return { kind: 'url', url: readUrl(model, key), modelName, keyVariable: readVariable(key), timeoutMs };
  }
  const command = splitCommand(model);
  if (command === undefined) throw new UsageFailure('--model has a quote that is not closed.');
  if (command.length === 0) throw new UsageFailure('--model must be a command or a URL.');
  if (modelName !== undefined || key !== undefined) {
    throw new UsageFailure('--model-name and --key require a URL as --model.');
  }
  return { kind: 'command', command, timeoutMs };
}

function readUrl(text: string, key: string | undefined): URL {
  // The text is not repeated, because it may contain a credential.
  if (!URL.canParse(text)) throw new UsageFailure('--model is not a valid URL.');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new UsageFailure('The URL of --model has a password. Use --key.');
  }
  if (key === undefined || isSecureUrl(url)) return url;
  throw new UsageFailure(
    '--key requires a URL with https, or http on this machine, because others could read the key.',
  );
}

function readVariable(key: string | undefined): string | undefined {
  // The text is not repeated, because it may be a credential.
  if (key === undefined || /^[A-Za-z_]\w*$/.test(key)) return key;
  throw new UsageFailure('--key must be the name of an environment variable.');
}

function readTimeout(timeout: string | undefined): number {
  if (timeout === undefined) return defaultTimeoutMs;
  if (/^[1-9]\d{0,8}$/.test(timeout)) return Number(timeout);
  throw new UsageFailure(`--timeout must be a number of milliseconds, not '${timeout}'.`);
}
