import { memoize } from '../../base/values/memoize.js';
import type { ToolCaller } from '../../tool/metadata/provider-options.js';
import type { Caller } from '../../tool/spec/access.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { CodeTool } from './code-names.js';

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
function isCallableByCode({ allowedCallers }: ToolSpec): boolean {
  return allowedCallers?.includes('code') === true;
}

const asCodeOnly = memoize((spec: ToolSpec): ToolSpec => spec.with({ allowedCallers: codeOnly }));

/**
 * Returns the tools that programs may call: those of active groups, and those whose groups the model can activate.
 */
export function codeToolsOf(scope: ScopeControl, caller: Caller): readonly CodeTool[] {
  const canActivate = scope.groupSwitch !== undefined;
  return scope.tools(caller, ({ spec, isActive }) => isCallableByCode(spec) && (canActivate || isActive));
}
