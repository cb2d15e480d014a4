import { type ApprovalRequest, Toolkit, type ToolkitSession, type ToolResult, ToolSpec } from 'toolwright';
import type { FlowExplanation, FlowOptions } from 'toolwright/flow';
import { escapeHandles } from './escape-handles.js';
import { ModelView } from './model-view.js';
import { haveHandles } from './policies.js';
import type { Suite } from './suite.js';
import { withoutFormats } from './without-formats.js';

/** A call that a model makes. */
export interface MadeCall {
  readonly tool: string;
  readonly args: unknown;
}

// Has the place of the tool of the same name, whose model may return anything of what it has read.
const extractName = 'extract';
const extractPolicy = { trust: 'untrusted', show: 'handle', readOnly: true, openWorld: false } as const;

/** The conversation of a user with a model whose calls were recorded. */
export class ReplayedSession {
  /** What the user was asked. */
  readonly questions: ApprovalRequest[] = [];
  /** What the user answers to a question. */
  answer: 'approve' | 'deny' = 'approve';
  /** What the model has seen. */
  readonly view: ModelView;
  readonly #session: ToolkitSession;
  readonly #hasHandles: boolean;
  #result: unknown;
  #calls = 0;

  constructor(suite: Suite, flow: FlowOptions, prompt: string) {
    const approver = (request: ApprovalRequest) => {
      this.questions.push(request);
      return this.answer;
    };
    this.#hasHandles = haveHandles(flow.tools);
    const executor = { kind: 'replay', usesContext: false, execute: () => this.#result };
    const tools = this.#hasHandles ? { ...flow.tools, [extractName]: extractPolicy } : flow.tools;
    const toolkit = new Toolkit({ flow: { ...flow, tools }, approver });
    for (const { name, description, parameters, returns } of suite.tools) {
      const schemas = {
        inputSchema: { ...parameters },
        outputSchema: this.#hasHandles ? withoutFormats(returns.schema) : undefined,
      };
      toolkit.register(ToolSpec.create({ name, description, ...schemas, coerce: false, executor }));
    }
    if (this.#hasHandles) toolkit.register(ToolSpec.create({ name: extractName, executor }));
    this.#session = toolkit.session();
    this.#session.said(prompt);
    this.view = new ModelView(prompt);
  }

  /**
   * Makes a call with arguments that contain no handles, whose tool returns a result. Returns the ID of the call, or undefined
   * if it was denied.
   *
   * @throws Error if the call fails for another reason, because it would look like a call that was stopped.
   */
  async run({ tool, args }: MadeCall, result: unknown): Promise<string | undefined> {
    return this.runWithHandles({ tool, args: this.literal(args) }, { result });
  }

  /**
   * Makes a call like `run`, whose arguments may be handles.
   *
   * @param recorded - What the tool returns without an attack. Default: what it returns.
   */
  async runWithHandles(
    { tool, args }: MadeCall,
    { result, recorded = result }: { readonly result: unknown; readonly recorded?: unknown },
  ): Promise<string | undefined> {
    const received = await this.#execute(tool, args, result);
    this.view.see(received, { result, recorded });
    const { error, callId } = received;
    if (error === undefined) return callId;
    if (error.code === 'denied') return undefined;
    throw new Error(`The recorded call of '${tool}' fails: ${error.message}`);
  }

  /** Returns arguments whose texts are no handles. */
  literal(args: unknown): unknown {
    return this.#hasHandles ? escapeHandles(args) : args;
  }

  /** Has a value read from a hidden text. Returns it if it is shown, and else its handle. */
  async extract(handle: string, value: unknown): Promise<unknown> {
    const { structuredContent, callId } = await this.#execute(extractName, { text: handle }, value);
    const isShown = typeof structuredContent === 'object' && structuredContent !== null && 'value' in structuredContent;
    return isShown ? value : `@${callId}`;
  }

  /** Explains a call that has run. */
  explain(callId: string): FlowExplanation {
    const explained = this.#session.explain(callId);
    if (explained === undefined) throw new Error(`The session has no call ${callId}.`);
    return explained;
  }

  #execute(tool: string, args: unknown, result: unknown): Promise<ToolResult> {
    this.#result = result;
    return this.#session.execute(tool, args, { callId: `call-${++this.#calls}` });
  }
}
