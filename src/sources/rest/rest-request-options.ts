import type { OptionNames } from '../../base/options/check-options.js';
import { secretObject } from '../../base/options/option-rules.js';
import type { Secret } from '../../call/state/secret.js';
import { type ExecutorToolOptions, executorOptionNames } from '../../tool/spec/tool-spec.js';
import { lowerNames } from './http/header-text.js';
import { readHttpUrl } from './http/read-http-url.js';

/** The options of every tool that sends requests: its definition, and the parts of a request that no call changes. */
export interface RestRequestOptions extends Omit<ExecutorToolOptions, 'executor'> {
  /** The URL to which `path` is appended. Its host and its port are allowed, also if its address is private. */
  readonly baseUrl: string | URL;
  /** The headers that each request has. A secret is never shown. @default none */
  readonly headers?: Readonly<Record<string, string | Secret<string>>> | undefined;
  /** The parameters that each query has. A secret is never shown. @default none */
  readonly query?: Readonly<Record<string, string | number | boolean | Secret<string>>> | undefined;
  /** The time limit of one attempt, in milliseconds. @default 60000 */
  readonly timeoutMs?: number | undefined;
}

const { executor: _executor, ...specNames } = executorOptionNames;

/** The names of the options of every tool that sends requests. */
export const requestNames: OptionNames<RestRequestOptions> = {
  ...specNames,
  baseUrl: true,
  headers: secretObject,
  query: secretObject,
};

/** The parts of a request that no call changes. Their secrets are revealed for each request. */
export interface HiddenParts {
  readonly baseUrl: URL;
  readonly headers: object;
  readonly query: object;
}

/** The time limit of an attempt of a tool that sets none, in milliseconds. */
export const defaultTimeoutMs = 60_000;

/** Reads the parts that no call changes. Throws a DefinitionError that begins with `where`. */
export function readFixedParts(
  { baseUrl, headers = {}, query = {} }: Pick<RestRequestOptions, 'baseUrl' | 'headers' | 'query'>,
  where: string,
): HiddenParts {
  return { baseUrl: readHttpUrl(baseUrl, `${where}: baseUrl`), headers: lowerNames(headers), query };
}

/** Adds the keys of credentials to the paths of a tool's state scope, so that a call can read them. */
export function addStateKeys(state: RestRequestOptions['state'], keys: readonly string[]): RestRequestOptions['state'] {
  if (keys.length === 0 || (state !== undefined && !Array.isArray(state))) return state;
  return [...((state ?? []) as readonly string[]), ...keys];
}
