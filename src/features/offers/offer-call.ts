import { DeniedError } from '../../base/errors/errors.js';
import type { OptionNames } from '../../base/options/check-options.js';
import type { CallOptions } from '../../call/call-options.js';
import { callOptionNames } from '../../call/check-limits.js';
import { partOfHost } from '../../call/host-call.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { Caller } from '../../tool/spec/access.js';
import { type CallRunner, callRunnerKey, type EntryCall } from '../../toolkit/call-runner.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { OffersFeature } from './feature.js';
import type { OfferTable, ResourceEntry } from './offer-table.js';
import { viewResources } from './view-resources.js';

/** A toolkit or session, and what it offers besides tools. */
export interface OfferScope {
  readonly runner: CallRunner;
  readonly table: OfferTable;
  /** The resources of the table, and the pages of the tools with a view. */
  readonly resources: readonly ResourceEntry[];
}

/** The options of reading a resource, of getting a prompt, and of completing an argument. */
export type OfferCallOptions = Omit<CallOptions, 'throwOnError' | 'onProgress' | 'onRetry'>;

const { throwOnError: _throwOnError, onProgress: _onProgress, onRetry: _onRetry, ...names } = callOptionNames;

/** The names of these options. */
export const offerCallNames: OptionNames<OfferCallOptions> = names;

/** Returns what a toolkit or session offers besides tools. Returns undefined if nothing was registered. */
export function offerScopeOf(scope: object): OfferScope | undefined {
  const runner = partOfHost(scope, callRunnerKey);
  const feature = runner?.parts.catalog.features.find('offers');
  if (runner === undefined || feature === undefined) return undefined;
  // The names and the types of features belong together.
  return offersOf(runner, feature as OffersFeature);
}

/** Returns what a scope offers besides tools. */
export function offersOf(runner: CallRunner, { table }: OffersFeature): OfferScope {
  return { runner, table, resources: [...table.resources, ...viewResources(runner.parts.catalog.entries)] };
}

/** Returns the caller of a call, as the toolkit or session completes its options. */
export function callerOf({ runner }: OfferScope, options: OfferCallOptions): Caller {
  const { auth, hostRequest } = runner.completeOptions(options);
  return { auth, hostRequest };
}

/**
 * Runs the method of a resource, a prompt or a completion.
 *
 * @throws ToolError if the call failed. DeniedError if it waits for an approval.
 */
export async function runEntry(runner: CallRunner, entry: ToolEntry, call: EntryCall): Promise<ToolResult> {
  const result = await runner.executeEntry(entry, call);
  if (result.error !== undefined) throw result.error;
  if (result.success) return result;
  throw new DeniedError(`'${entry.spec.name}' requires approval. Pass an approver, which decides during the call.`, {
    toolName: entry.spec.name,
  });
}
