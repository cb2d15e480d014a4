import type { Locator, Page } from 'playwright-core';
import type { ToolCall } from '../driver.js';

/** Why an application has nothing for a flow. */
export interface Absent {
  readonly absent: string;
}

/** A form that a user fills. */
export interface FormFlow {
  readonly tool: string;
  /** Fills all inputs except the one that is invalid at first. */
  readonly fill: (form: Locator) => Promise<void>;
  readonly input: {
    readonly label: string;
    readonly invalid: string;
    /** What the validator says of the invalid text. */
    readonly message: string;
    readonly valid: string;
  };
  /** The arguments that the form then has. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A value that models do not see, and that is replaced in place. */
export interface HiddenFlow extends ToolCall {
  readonly parameter: string;
  readonly key: string;
  readonly next: string;
  /** What a call returns that has received the next value. */
  readonly result: string;
}

/** A call, and what its result shows. */
export interface ResultFlow extends ToolCall {
  readonly result: string;
}

/** A call whose data is a tree. */
export interface TreeFlow extends ToolCall {
  /** A branch that is closed at first. */
  readonly branch: string;
  /** What is in the branch. */
  readonly leaf: string;
}

/** The labels of what a call returns that is not text. */
export interface MediaFlow extends ToolCall {
  readonly media: readonly string[];
}

/** A file that is chosen for an argument. */
export interface FileFlow extends ToolCall {
  readonly label: string;
  readonly text: string;
  /** What a call returns that has received the file. */
  readonly result: string;
}

/** What the view "What a model sees" shows of a tool. */
export interface ModelsFlow {
  readonly tool: string;
  /** A format that does not support all of the schema, and its warning. */
  readonly loss: { readonly format: string; readonly warning: string };
  readonly group: string;
  /** What a model searches for to find the tool. */
  readonly query: string;
}

/** A call with the calls that it makes, and its steps. */
export interface StepsFlow extends ToolCall {
  /** The names in the waterfall. */
  readonly calls: readonly string[];
  readonly steps: readonly RegExp[];
}

/** A call that needs approval. */
export interface ApprovalFlow extends ToolCall {
  readonly edited: Readonly<Record<string, unknown>>;
  /** What the call returns with the edited arguments. */
  readonly result: string;
}

/** A group that is switched, and a value of the state that is set. */
export interface SessionsFlow extends ToolCall {
  readonly group: string;
  readonly isActive: boolean;
  readonly key: string;
}

/** What a user does in the page of an application, or why that is not possible there. */
export interface Flows {
  readonly form: FormFlow;
  readonly hidden: HiddenFlow | Absent;
  readonly tree: TreeFlow;
  readonly stream: (ToolCall & { readonly chunks: RegExp }) | Absent;
  /** A call that takes longer than a user needs to cancel it. */
  readonly long: ToolCall;
  readonly media: MediaFlow | Absent;
  readonly file: FileFlow | Absent;
  readonly models: ModelsFlow;
  readonly pasted: ResultFlow;
  /** A call of another client. */
  readonly foreign: ResultFlow;
  readonly steps: StepsFlow;
  readonly approval: ApprovalFlow | Absent;
  readonly sessions: SessionsFlow;
}

/** The page of an application while its flows run. */
export interface FlowPage {
  readonly page: Page;
  /** Calls a tool as a client that is not this page. Resolves when the call was sent. */
  callElsewhere(call: ToolCall): Promise<void>;
}

/** Checks whether an application has what a flow needs. */
export function isPresent<Flow extends object>(flow: Flow | Absent): flow is Flow {
  return !('absent' in flow);
}
