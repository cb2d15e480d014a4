import { memoize } from '../../base/values/memoize.js';
import type { ToolCaller } from '../../metadata/provider-options.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolEntry } from '../tool-entry.js';

const codeOnly: readonly ToolCaller[] = Object.freeze(['code']);

/**
 * Returns a tool as code mode shows it: a tool whose author does not decide who may call it can be called by programs
 * only. The toolkit's own tools, and those that a client runs, remain as they are, because no program can call them.
 */
export function showInCodeMode({ actsOnScope }: ToolEntry, shown: ToolSpec): ToolSpec {
  const isOwn = actsOnScope === true || shown.kind === 'toolkit';
  return isOwn || shown.runsOnClient || shown.allowedCallers !== undefined ? shown : asCodeOnly(shown);
}

/** Checks whether a program may call a tool that {@link showInCodeMode} has returned. */
export function isCallableByCode({ allowedCallers }: ToolSpec): boolean {
  return allowedCallers?.includes('code') === true;
}

const asCodeOnly = memoize((spec: ToolSpec): ToolSpec => spec.with({ allowedCallers: codeOnly }));
