import type { ToolContext } from '../../execution/tool-context.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolState } from '../../state/tool-state.js';
import type { MiddlewareCall } from '../middleware/middleware.js';
import type { CallScope } from './call-scope.js';
import type { ToolkitCall } from './toolkit-call.js';

/** What a step of the pipeline may change of a call before it hands it on. */
export interface CallChanges {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly input?: unknown;
  readonly context?: ToolContext | undefined;
  readonly scope?: CallScope | undefined;
}

/** A call as it reaches one step of the pipeline: as it came in, or as an earlier step has changed it. */
export class PipelineCall {
  readonly root: ToolkitCall;
  readonly name: string;
  readonly input: unknown;
  /** Cancels this part of the pipeline. Undefined where nothing can cancel the call. */
  readonly scope: CallScope | undefined;
  readonly #id: string | undefined;
  readonly #context: ToolContext | undefined;

  constructor(root: ToolkitCall, { id, name = root.name, input, context, scope }: CallChanges) {
    this.root = root;
    this.name = name;
    this.input = input;
    this.scope = scope;
    this.#id = id;
    this.#context = context;
  }

  get id(): string {
    return this.#id ?? this.root.callId;
  }

  get context(): ToolContext {
    return this.#context ?? this.root.context;
  }

  /** The values that bindings find before those of a tool's own state. */
  get state(): ToolState {
    return this.#context === undefined ? this.root.state : this.#context.state;
  }

  with(changes: CallChanges): PipelineCall {
    return new PipelineCall(this.root, {
      id: changes.id ?? this.#id,
      name: changes.name ?? this.name,
      input: 'input' in changes ? changes.input : this.input,
      context: changes.context ?? this.#context,
      scope: changes.scope ?? this.scope,
    });
  }

  /** The call as middleware sees it: a plain object that can be spread. */
  toMiddlewareCall(spec: ToolSpec | undefined): MiddlewareCall {
    const { id, name, input, context } = this;
    return { id, name, input, spec, context };
  }
}
