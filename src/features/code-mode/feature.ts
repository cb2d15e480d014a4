import { DefinitionError } from '../../base/errors/errors.js';
import { storedLabel } from '../../call/call-labels.js';
import { toToolResult } from '../../call/consumers.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import { approvalKey, type ProgramApproval } from '../../toolkit/approval-part.js';
import type { CallRunner } from '../../toolkit/call-runner.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { Feature } from '../../toolkit/feature.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { CallEvents } from '../../toolkit/pipeline/call-events.js';
import { type CallEnvironment, withPart } from '../../toolkit/pipeline/pipeline.js';
import { ToolkitCall } from '../../toolkit/pipeline/toolkit-call.js';
import type { ToolkitCallOptions } from '../../toolkit/pipeline/toolkit-call-options.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { codeToolsOf, showInCodeMode } from './code-callers.js';
import { runCodeName } from './code-kind.js';
import { CodeMode } from './code-mode.js';
import type { CodeModeSettings } from './code-options.js';

/** Code mode: models call tools by programs. Adds its tools, and shows the others as callable by programs. */
export class CodeModeFeature implements Feature {
  readonly name = 'code-mode';
  readonly #catalog: ToolCatalog;
  /** Undefined until it is enabled, and after the toolkit was cleared. */
  #codeMode: CodeMode | undefined;

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  get callsByProgram(): boolean {
    return this.#codeMode !== undefined;
  }

  show(entry: ToolEntry, shown: ToolSpec): ToolSpec {
    return this.#codeMode === undefined ? shown : showInCodeMode(entry, shown);
  }

  onClear(): void {
    this.#codeMode = undefined;
  }

  /**
   * Adds the tools of code mode, in place of those that it added before. Throws a DefinitionError if one has a name that is in
   * use.
   */
  enable(settings: CodeModeSettings): void {
    const codeMode = new CodeMode(settings);
    const names = codeMode.entries.map(({ spec }) => spec.name);
    // Its search replaces that for groups.
    this.#catalog.removeWhere(({ spec, actsOnScope }) => actsOnScope === true && names.includes(spec.name));
    this.#catalog.add(codeMode.entries, 'error');
    this.#codeMode = codeMode;
    // Before the first call, so that it knows what was called.
    this.#catalog.features.require({ name: 'search', what: 'Code mode' });
  }

  /** Runs the deferred call of a program, and continues the program when all calls that it waits for are decided. */
  async continueProgram(
    runner: CallRunner,
    approval: ProgramApproval,
    options: ToolkitCallOptions,
  ): Promise<ToolResult> {
    const gate = runner.part(approvalKey);
    if (this.#codeMode === undefined || gate === undefined) {
      throw new DefinitionError('The approval is for a program. Call enableCodeMode() before resumeApproval().');
    }
    const { program } = approval;
    const { tokens } = gate;
    const paused = await this.#codeMode.read(program, tokens, codeToolsOf(runner, options));
    // The session of another process does not know what the program has read.
    const flow = runner.part(flowPartKey);
    flow?.saw(paused.flow ?? { trust: 'untrusted', readers: 'anyone' });
    const { callId: parentCallId } = program;
    const result = await approval.run(new CallEvents({ parents: [runner.parts.events], parentCallId }));
    // A decision that was refused, or whose edited arguments are invalid, can be made again.
    if (!approval.isClaimed) return result;
    const next = await this.#codeMode.answer(paused, {
      call: program.call,
      result,
      tokens,
      flow: storedLabel(flow?.label),
    });
    if ('ended' in next) return next.ended;
    for (const label of next.flows) flow?.saw(label);
    const environment: CallEnvironment = {
      // The call that runs the program has been approved before.
      ...withPart(runner.createEnvironment(), approvalKey, gate.admittingAll()),
      find: () => this.#catalog.compose(next.entry),
    };
    const call = { id: paused.callId, name: runCodeName, input: { code: paused.code } };
    // The program is in this process: a worker of a task store would run it again from its start.
    const own: ToolkitCallOptions = { ...options, callId: paused.callId, durable: false };
    return toToolResult(new ToolkitCall(environment, { call, options: own }));
  }
}
