import { errorFromInfo } from '../../../base/errors/errors.js';
import { pointerOf } from '../../../base/json/json-pointer.js';
import { equalsDeep } from '../../../base/values/equals-deep.js';
import type { Outcome } from '../../../call/outcome.js';
import { contentText, text } from '../../../call/response/content.js';
import type { Rendered } from '../../../call/response/rendered.js';
import { createResponse, type ToolResponse } from '../../../call/response/tool-response.js';
import type { FieldFlow } from '../../../tool/metadata/flow-options.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import { addressedData } from '../labels/addressed-data.js';
import { FlowTree } from '../labels/flow-tree.js';
import { type Label, trustedLabel } from '../labels/label.js';
import { handleText } from './handle-text.js';
import type { KeptResult, KeptResults } from './kept-results.js';
import { ResultShape } from './result-shape.js';
import type { ShownValue } from './shown-values.js';
import { viewResult } from './view-result.js';

/** The session that keeps a result. */
export interface KeepingSession {
  readonly kept: KeptResults;
  /** Adds an untrusted value that the model sees. */
  show(value: ShownValue): void;
}

/** The call whose result is kept. */
export interface KeptCall {
  readonly session: KeepingSession;
  /** What is known of the tool. */
  readonly policy: { readonly spec: Pick<ToolSpec, 'outputSchema'>; readonly hasTrustedDefinition: boolean };
  readonly callId: string;
  readonly toolName: string;
}

/** A run of a tool that has returned a result. */
export interface KeptRun {
  readonly policy: { readonly fields: FlowTree<FieldFlow> };
  readonly outcome: Outcome;
  /** The label of what nothing is said of. */
  readonly rest: Label;
}

/** A result, and the labels of what is in it. */
export interface LabelledOutcome {
  readonly outcome: Outcome;
  /** The label of the result as a whole. */
  readonly label: Label;
  /** The one run of a tool that has returned it. Undefined if there were several, or none. */
  readonly run: KeptRun | undefined;
}

/** What a model receives in the place of a result, and the label of that. */
export interface ShownOutcome {
  readonly outcome: Outcome;
  readonly label: Label;
}

/** Keeps the result of one call in its session, and shows the model handles in the place of texts. */
export class ResultKeeper {
  readonly #call: KeptCall;
  #id: string | undefined;
  #shown: Outcome | undefined;

  constructor(call: KeptCall) {
    this.#call = call;
  }

  /** Returns what the model receives in the place of an outcome that was kept. Any other outcome is returned as it is. */
  shownOf(outcome: Outcome): Outcome {
    return this.#shown ?? outcome;
  }

  /** Returns what the model receives in the place of a chunk. The final response contains all chunks. */
  showChunk(chunk: ToolResponse): ToolResponse {
    const view = { handle: handleText(this.id), isComplete: false };
    return createResponse({
      ...chunk,
      content: [text(JSON.stringify(view))],
      structuredContent: view,
      meta: undefined,
    });
  }

  /** Keeps a result, and returns what the model receives. */
  keep(labelled: LabelledOutcome): ShownOutcome {
    const { outcome } = labelled;
    const shown = outcome.error === undefined ? this.#keepData(labelled) : this.#keepError(labelled);
    this.#shown = shown.outcome;
    return shown;
  }

  get id(): string {
    this.#id ??= this.#call.session.kept.reserve(this.#call.callId);
    return this.#id;
  }

  #keepData(labelled: LabelledOutcome): ShownOutcome {
    const { outcome } = labelled;
    const { policy, session, toolName, callId } = this.#call;
    const value = dataOf(outcome.rendered);
    const kept: KeptResult = { id: this.id, callId, toolName, value, ...labelsOf(labelled) };
    const shape = ResultShape.of(policy.hasTrustedDefinition ? policy.spec.outputSchema : undefined);
    const { view, label } = showKept(session, kept, shape);
    const media = outcome.rendered.content.map(({ type }) => type).filter((type) => type !== 'text');
    return { outcome: withView(outcome, media.length === 0 ? view : { ...view, omitted: media }), label };
  }

  /** Keeps what a tool has thrown, which is a text like any other. Its code is one of a few. */
  #keepError(labelled: LabelledOutcome): ShownOutcome {
    const { outcome, label } = labelled;
    const { session, toolName, callId } = this.#call;
    const { error, rendered } = outcome;
    const value = contentText(rendered.content);
    const id = this.id;
    const isKept = session.kept.add({ id, callId, toolName, value, fields: FlowTree.of({}), rest: label });
    // A tool may have thrown an error with any text as its code.
    const { code } = errorFromInfo({ code: error?.code ?? 'execution', message: '', retryable: false });
    const message = `The call of '${toolName}' failed: ${code}.${isKept ? ` What it said is kept as ${handleText(id)}.` : ''}`;
    const shown = errorFromInfo({ code, message, retryable: error?.retryable ?? false }, toolName, error);
    const content = [text(shown.toText())];
    return { outcome: { ...outcome, error: shown, rendered: { data: undefined, content } }, label: trustedLabel };
  }
}

/** Keeps a result in a session, and returns what its model sees of it. */
export function showKept(
  session: KeepingSession,
  kept: KeptResult,
  shape: ResultShape,
): { readonly view: object; readonly label: Label } {
  if (!session.kept.add(kept)) {
    return { view: { error: 'The result is too long to be kept. Ask for a part of it.' }, label: trustedLabel };
  }
  const { callId, toolName } = kept;
  const { view, label, shown } = viewResult(kept, shape);
  for (const { value, steps, label: own } of shown) {
    const origin = { from: 'result', callId, toolName, pointer: pointerOf(steps) } as const;
    session.show({ text: String(value), label: own, origin });
  }
  return { view, label };
}

/** Returns the labels of what is in a result. What middleware has changed has the label of the whole. */
export function labelsOf({ outcome, label, run }: LabelledOutcome): Pick<KeptResult, 'fields' | 'rest'> {
  const isRun =
    run !== undefined &&
    (run.outcome === outcome || equalsDeep(dataOf(run.outcome.rendered), dataOf(outcome.rendered)));
  return isRun ? { fields: run.policy.fields, rest: run.rest } : { fields: FlowTree.of({}), rest: label };
}

function dataOf(rendered: Rendered): unknown {
  return addressedData(rendered) ?? contentText(rendered.content);
}

function withView(outcome: Outcome, view: object): Outcome {
  const { offloaded: _offloaded, ...metadata } = outcome.rendered.metadata ?? {};
  const content = [text(JSON.stringify(view))];
  // The metadata stays in the process, but for a link to the whole text. The `_meta` of the result would be sent to the client.
  return { ...outcome, rendered: { data: view, content, structuredContent: view, metadata } };
}
