import { DefinitionError } from '../../../base/errors/errors.js';
import type { SignedApproval } from '../../../call/client/pending-approval.js';
import { partOfHost } from '../../../call/host-call.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import { approvalKey } from '../../../toolkit/approval-part.js';
import { callRunnerKey } from '../../../toolkit/call-runner.js';
import { requirePart } from '../../../toolkit/entry/require-part.js';

// The model of an agent answers another run differently, so that its questions would not be the same. A program would
// repeat its calls.
const unrepeatableKinds: readonly string[] = ['agent', 'code'];

/** Checks whether a call of a tool can run again, with the answers and the approval that it has received. */
export function canReplay(scope: object, spec: ToolSpec): boolean {
  if (unrepeatableKinds.includes(spec.kind)) return false;
  // Without a host it is unknown what needs approval.
  const runner = partOfHost(scope, callRunnerKey);
  return runner !== undefined && (runner.part(approvalKey)?.canReplay(spec) ?? true);
}

/** Claims an approval permanently. Rejects with a DeniedError if it has been used. */
export async function claimApproval(
  scope: object,
  approval: Pick<SignedApproval, 'id' | 'expiresAt' | 'toolName'>,
): Promise<void> {
  const runner = partOfHost(scope, callRunnerKey);
  if (runner === undefined)
    throw new DefinitionError('The calls of this toolkit come from another version of toolwright.');
  runner.parts.catalog.features.require({ name: 'approval', what: 'A call that is replayed' });
  await requirePart(runner, approvalKey).tokens.claim(approval);
}
