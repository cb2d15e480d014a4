import {
  type ApprovalRequest,
  type FlowExplanation,
  type FlowOptions,
  Toolkit,
  type ToolkitSession,
  type ToolResult,
  ToolSpec,
} from 'toolwright';
import type { RecordedCall, Suite } from './suite.js';

/** The conversation of a user with a model whose calls were recorded. */
export class ReplayedSession {
  /** What the user was asked. */
  readonly questions: ApprovalRequest[] = [];
  /** What the user answers to a question. */
  answer: 'approve' | 'deny' = 'approve';
  readonly #session: ToolkitSession;
  #result: unknown;
  #calls = 0;

  constructor(suite: Suite, flow: FlowOptions, prompt: string) {
    const approver = (request: ApprovalRequest) => {
      this.questions.push(request);
      return this.answer;
    };
    const toolkit = new Toolkit({ flow, approver });
    const executor = { kind: 'replay', usesContext: false, execute: () => this.#result };
    for (const { name, description, parameters } of suite.tools)
      toolkit.register(ToolSpec.create({ name, description, inputSchema: { ...parameters }, coerce: false, executor }));
    this.#session = toolkit.session();
    this.#session.said(prompt);
  }

  /**
   * Makes a call, whose tool returns a result. Returns the ID of the call, or undefined if it was denied.
   *
   * @throws Error if the call fails for another reason, because it would look like a call that was stopped.
   */
  async run({ tool, args }: RecordedCall, result: unknown): Promise<string | undefined> {
    this.#result = result;
    const callId = `call-${++this.#calls}`;
    const { error }: ToolResult = await this.#session.execute(tool, args, { callId });
    if (error === undefined) return callId;
    if (error.code === 'denied') return undefined;
    throw new Error(`The recorded call of '${tool}' fails: ${error.message}`);
  }

  /** Explains a call that has run. */
  explain(callId: string): FlowExplanation {
    const explained = this.#session.explain(callId);
    if (explained === undefined) throw new Error(`The session has no call ${callId}.`);
    return explained;
  }
}
