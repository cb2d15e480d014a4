import type { CallOptions } from '../../../call/call-options.js';
import { partOfHost } from '../../../call/host-call.js';
import { ToolNotFoundError, ToolResult, type ToolScope } from '../../../index.js';
import { callRunnerKey } from '../../../toolkit/call-runner.js';
import type { ToolEntry } from '../../../toolkit/entry/tool-entry.js';

/** Returns the tools of a toolkit or session that only views call, and that a caller may use. */
export function appToolsOf(scope: ToolScope, auth: unknown): readonly ToolEntry[] {
  return partOfHost(scope, callRunnerKey)?.selection.appTools({ auth }) ?? [];
}

/** Calls a tool that only views call. */
export async function callAppTool(
  scope: ToolScope,
  entry: ToolEntry,
  { input, options }: { readonly input: Readonly<Record<string, unknown>>; readonly options: CallOptions },
): Promise<ToolResult> {
  const runner = partOfHost(scope, callRunnerKey);
  if (runner !== undefined) return runner.executeEntry(entry, { input, options, method: 'execute' });
  return ToolResult.fail(new ToolNotFoundError(`There is no tool named '${entry.spec.name}'.`));
}
