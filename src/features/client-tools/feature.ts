import type { CallOptions } from '../../call/call-options.js';
import { toToolResult } from '../../call/consumers.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import { type CallRunner, callRunnerKey } from '../../toolkit/call-runner.js';
import { requirePart } from '../../toolkit/entry/require-part.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { Feature, SavedPart } from '../../toolkit/feature.js';
import { checkPendingCalls, type PendingCall } from '../../toolkit/pipeline/pending-call.js';
import type { PipelineSteps } from '../../toolkit/pipeline/pipeline.js';
import { ToolkitCall } from '../../toolkit/pipeline/toolkit-call.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { deferToClient } from './defer-to-client.js';
import { PendingCalls, pendingCallsKey } from './pending-calls.js';
import { readSuppliedResult, type SuppliedResult } from './supply-result.js';

/** Tools that the client runs. Their calls wait for its results, also in snapshots. */
export class ClientToolsFeature implements Feature {
  readonly name = 'client-tools';
  readonly steps: PipelineSteps = { run: deferToClient };
  readonly saved: SavedPart = {
    key: 'pendingCalls',
    check: checkPendingCalls,
    save: (scope) => {
      const calls = scope.part(pendingCallsKey)?.list() ?? [];
      return calls.length === 0 ? undefined : calls;
    },
    restore: (scope, saved = []) => scope.part(pendingCallsKey)?.restore(checkPendingCalls(saved)),
  };
  readonly #catalog: ToolCatalog;
  readonly #limit: number;

  /** @param limit - The maximum number of calls of each scope that wait for their client. */
  constructor(catalog: ToolCatalog, limit: number) {
    this.#catalog = catalog;
    this.#limit = limit;
  }

  createPart(scope: ScopeControl): PendingCalls {
    return new PendingCalls({
      events: requirePart(scope, callRunnerKey).parts.events,
      limit: this.#limit,
      findTool: (call) => this.#findTool(call),
    });
  }

  /** Ends a call with the result that its client has returned. */
  supply(runner: CallRunner, callId: string, { result, given }: Supplied): Promise<ToolResult> {
    const completed = runner.completeOptions(given);
    const calls = requirePart(runner, pendingCallsKey);
    const { call, entry, origin } = calls.find(callId);
    const isCallerStated = given.auth !== undefined && given.auth !== null;
    const auth = origin === undefined || isCallerStated ? completed.auth : origin.auth;
    const environment = { ...runner.createEnvironment(), find: () => this.#catalog.compose(entry) };
    const { toolName: name, input, since } = call;
    const secretsIn = origin?.secretsIn ?? [];
    const ending = new ToolkitCall(environment, {
      call: { id: callId, name, input },
      options: { ...completed, auth, callId },
      supplied: {
        since,
        events: origin?.events,
        read: (spec, state) => readSuppliedResult(spec, { result, secretsIn, state }),
      },
    });
    // After everything that may refuse the options, and before anything is awaited, so that the first result ends the call.
    calls.discard(call);
    return toToolResult(ending);
  }

  /** Returns the registered tool of a pending call, in its version. */
  #findTool({ toolName, toolVersion }: PendingCall): ToolEntry | undefined {
    const versions = this.#catalog.versions(toolName);
    return versions.find(({ spec }) => spec.runsOnClient && spec.version === toolVersion);
  }
}

interface Supplied {
  readonly result: SuppliedResult;
  /** The options for middleware. */
  readonly given: CallOptions;
}
