import { DefinitionError } from '../base/errors/errors.js';
import type { OptionNames } from '../base/options/check-options.js';
import {
  abortSignal,
  anyValue,
  callback,
  flag,
  object,
  positive,
  secretObject,
  string,
} from '../base/options/option-rules.js';
import { previewValue } from '../base/values/value-preview.js';
import { retry } from '../tool/metadata/tool-option-names.js';
import type { CallOptions } from './call-options.js';
import { callMeta, callRequest } from './call-request.js';

/** Throws a DefinitionError if a limit is not a number above 0. `where` begins the message of the error. */
export function checkPositive(value: unknown, where: string): void {
  if (value === undefined || (typeof value === 'number' && value > 0)) return;
  throw new DefinitionError(`${where} must be a number above 0, not ${previewValue(value)}.`);
}

/** The names of the options of one tool call. */
export const callOptionNames: OptionNames<CallOptions> = {
  signal: abortSignal,
  coerce: flag,
  timeoutMs: positive,
  deadlineMs: positive,
  chunkTimeoutMs: positive,
  retry,
  state: secretObject,
  auth: anyValue,
  meta: callMeta,
  request: callRequest,
  hostRequest: anyValue,
  approver: callback,
  client: object,
  effectKey: string,
  callId: string,
  onProgress: callback,
  onLog: callback,
  onRetry: callback,
  onAttempt: callback,
  ready: callback,
  throwOnError: flag,
};
