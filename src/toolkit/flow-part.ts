import type { CallLabels } from '../call/call-labels.js';
import type { CallConcern } from '../call/client/call-concern.js';
import { PartKey } from '../call/host-call.js';
import type { Outcome } from '../call/outcome.js';
import type { ToolState } from '../call/state/tool-state.js';
import type { FlowLabel } from '../tool/metadata/flow-options.js';
import type { ToolEntry } from './entry/tool-entry.js';
import type { ProgramFlow } from './hidden-value.js';
import type { PipelineCall, RootCall } from './pipeline/pipeline.js';
import type { FlowNote } from './pipeline/tool-event.js';
import type { StoredText } from './stored-text.js';

/** The flow of data in a toolkit, session, agent or program, as other features see it. */
export interface FlowPart {
  /** The label of what the model writes. */
  readonly label: FlowLabel;
  /** The label of what a session in another process knows of the words of the model. */
  readonly sharedLabel: FlowLabel;
  /** Notes that the model has seen data with a label, elsewhere. */
  saw(label: FlowLabel): void;
  /** Notes that the model reads a large result, which a session has kept out of its context. */
  sawOffloaded(id: string): void;
  /** Notes that a session has a state from another process, whose model had seen data with a label. */
  adopt(label: FlowLabel, state: ToolState): void;
  /**
   * Notes that a call runs an agent with the tools of another toolkit.
   *
   * @param own - The flow of that toolkit. Undefined if it does not follow data, so that what the agent has read is unknown.
   */
  delegates(root: RootCall, own: FlowPart | undefined): void;
  /**
   * Returns what is against a call of a tool, so that it needs a decision.
   *
   * @throws DeniedError if such calls are denied.
   */
  concernsAbout(call: PipelineCall, entry: ToolEntry): readonly CallConcern[];
  /**
   * Returns what is known of the data of a call, also while the call runs.
   *
   * @param outcome - How the call has ended. Undefined for what it may return.
   * @returns Undefined for a call of an unknown tool.
   */
  noteOn(root: RootCall, outcome: Outcome | undefined): FlowNote | undefined;
  /** Returns what is known of the arguments of a call, for where it runs. Undefined for those of the application. */
  labelsOf(root: RootCall): CallLabels | undefined;
  /**
   * Notes what is known, in the process that has made a call, of its arguments. Its handles are replaced already.
   *
   * @param callId - The ID of the call, which is made next.
   */
  expect(callId: string, labels: CallLabels): void;
  /** Returns the label of the result of a call. Undefined if it has none, or is forgotten. */
  labelOfResult(callId: string): FlowLabel | undefined;
  /** Returns the label of what a call was given and has read. Undefined if it is trusted, and anyone may read it. */
  labelOf(root: RootCall): FlowLabel | undefined;
  /** Notes that the tool of a call has read a text that is kept outside of the state. */
  onTextRead(root: RootCall, stored: StoredText): Promise<void>;
  /** Notes that the tool of a call has written such a text. */
  onTextWritten(root: RootCall, stored: StoredText): Promise<void>;
  /** Notes that such a text, and all below it, was moved or deleted. */
  onTextGone(stored: Omit<StoredText, 'text'>): Promise<void>;
  /**
   * Returns the flow of a deferred call that runs now, whose arguments have no handles any more.
   *
   * @param label - The label of its arguments when it was deferred.
   */
  resume(label: FlowLabel | undefined, receiver: { readonly isForProgram: boolean }): FlowPart;
  /**
   * Hides data from the program of this scope until it looks. Without it, the program has looked at all that it receives.
   *
   * @param root - The call that runs the program.
   */
  openProgram(root: RootCall): ProgramFlow;
}

/** The key of the flow of data. */
export const flowPartKey: PartKey<FlowPart> = new PartKey('flow');
