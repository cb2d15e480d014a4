import { partOfHost } from '../call/host-call.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import { callRunnerKey } from './call-runner.js';

/** Returns all versions of all tools of a toolkit or session, also of those that a caller may not access. */
export function registeredSpecsOf(scope: object): readonly ToolSpec[] {
  return partOfHost(scope, callRunnerKey)?.selection.registeredSpecs ?? [];
}
