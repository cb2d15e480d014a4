/**
 * What the developer page, the server of the page and the process of the tools send each other: the methods that the page calls
 * on the process of the tools, and the events that the process emits. Everything is JSON. Secrets of a state are never in it.
 */

/** Where calls are made: in the toolkit itself, or in one of the sessions that the page has created. */
export type ScopeId = 'toolkit' | (string & {});

/** The methods of the process of the tools, by name. */
export interface DevMethods {
  /** Returns the tools, the groups and the sessions. */
  describe(params: { readonly scope: ScopeId }): DevScope;
  /** Returns what the form of a tool needs. */
  tool(params: { readonly scope: ScopeId; readonly name: string }): DevTool;
  /** Returns a tool as each provider receives it. */
  views(params: { readonly name: string }): readonly ModelView[];
  /** Checks the definitions of all tools, as `toolwright lint` and `toolwright lock --check` do. */
  checks(params: NoParams): DevChecks;
  /** Checks arguments without running the tool. Returns no issue for arguments that are valid. */
  validate(params: ToolArguments): readonly DevIssue[];
  /** Starts a call. Its events follow. Resolves when the call has ended. */
  call(params: CallParams): { readonly callId: string };
  /** Cancels a call. */
  cancel(params: { readonly callId: string }): null;
  /** Decides on a call that waits for approval. */
  decide(params: DecideParams): null;
  /** Says where the arguments of a call of a session come from. Returns null if the session does not know it. */
  explain(params: { readonly scope: ScopeId; readonly callId: string }): DevExplanation | null;
  /** Searches as the tool `search_tools` of a model does. */
  search(params: { readonly scope: ScopeId; readonly query: string }): readonly SearchHit[];
  /** Reads the tool calls of an answer of a model, as text or JSON. */
  parse(params: { readonly text: string }): readonly ParsedCall[];
  /** Switches groups. */
  groups(params: { readonly scope: ScopeId; readonly names: readonly string[]; readonly active: boolean }): null;
  /** Sets a value of the state. Without `value`, removes it. */
  setState(params: { readonly scope: ScopeId; readonly key: string; readonly value?: unknown }): null;
  /** Creates a session. */
  createSession(params: { readonly id?: string }): { readonly id: string };
  /** Forgets a session. */
  closeSession(params: { readonly id: string }): null;
  /** Returns the snapshot of a toolkit or session. */
  snapshot(params: { readonly scope: ScopeId }): unknown;
  /** Restores a snapshot. */
  restore(params: { readonly scope: ScopeId; readonly snapshot: unknown }): null;
}

/** The name of a method. */
export type DevMethod = keyof DevMethods;

export type ParamsOf<Method extends DevMethod> = Parameters<DevMethods[Method]>[0];

export type ResultOf<Method extends DevMethod> = ReturnType<DevMethods[Method]>;

/** A toolkit or session. */
export interface DevScope {
  readonly scope: ScopeId;
  /** The name and the version of what is shown, such as those of a package. */
  readonly title: string;
  readonly version?: string;
  readonly groups: readonly DevGroup[];
  readonly tools: readonly DevToolSummary[];
  /** The tokens of all active tools. */
  readonly tokens: number;
  readonly sessions: readonly string[];
  readonly state: readonly DevStateValue[];
  /** What is wrong with the module, such as skipped exports. */
  readonly warnings: readonly string[];
}

export interface DevGroup {
  readonly name: string;
  readonly description?: string;
  readonly active: boolean;
  /** Whether the group cannot be switched off. */
  readonly fixed: boolean;
  readonly tools: number;
  readonly tokens: number;
}

/** A tool in the list. */
export interface DevToolSummary {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly group: string;
  readonly active: boolean;
  /** How the tool runs, such as `native` or `mcp`. */
  readonly kind: string;
  readonly tokens: number;
  /** Whether calls wait for approval: always, for some arguments, or never. */
  readonly approval: 'always' | 'sometimes' | 'never';
}

export interface DevTool extends DevToolSummary {
  /** The JSON Schema of the arguments, with `$defs`. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** The parameters that are hidden from models. */
  readonly hidden: readonly HiddenParameter[];
  readonly examples: readonly unknown[];
}

/** A parameter whose value comes from the state. */
export interface HiddenParameter {
  readonly name: string;
  /** The path of its value in the state. */
  readonly key: string;
  readonly optional: boolean;
  /** Whether the tool has a fixed value, which does not depend on the state. */
  readonly fixed?: boolean;
  readonly value: DevStateValue;
}

/** A value of the state. A secret has no `value`. A live object has a short text in its place. */
export interface DevStateValue {
  readonly key: string;
  readonly kind: 'missing' | 'json' | 'secret' | 'object';
  readonly value?: unknown;
}

/** A tool as a provider receives it. */
export interface ModelView {
  readonly format: 'openai' | 'openai-strict' | 'anthropic' | 'gemini' | 'mcp' | 'prompt';
  /** The definition as JSON, or the text of a prompt. */
  readonly value: unknown;
  /** What the format lost, or why the tool cannot be exported in it. */
  readonly warnings: readonly string[];
  readonly tokens: number;
}

/** The parameters of a method that has none. */
export type NoParams = Readonly<Record<never, never>>;

/** What checks of the definitions have found. */
export interface DevChecks {
  readonly findings: readonly DevFinding[];
  /** What has changed since the definitions were locked. Undefined without a lock file. */
  readonly lock?: DevLock;
}

/** What is wrong with the definition of a tool. */
export interface DevFinding {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly tool: string;
  readonly message: string;
}

/** What has changed since definitions were locked. */
export interface DevLock {
  /** The path of the lock file. */
  readonly file: string;
  readonly changes: readonly DevChange[];
  /** Why the lock file cannot be used. */
  readonly problem?: string;
}

/** A change of a definition. */
export interface DevChange {
  readonly class: 'breaking' | 'wording' | 'compatible' | 'cost';
  readonly kind: 'tool' | 'server';
  readonly name: string;
  readonly text: string;
}

export interface ToolArguments {
  readonly scope: ScopeId;
  readonly name: string;
  readonly input: unknown;
}

export interface CallParams extends ToolArguments {
  /** The ID of the call, which the page has chosen. */
  readonly callId: string;
  /** The time limit in milliseconds. */
  readonly timeoutMs?: number;
}

/** What is wrong with the arguments, in the words of the validator. */
export interface DevIssue {
  /** A JSON Pointer into the arguments. `''` for the arguments as a whole. */
  readonly path: string;
  readonly message: string;
}

export interface DecideParams {
  /** The ID of the waiting approval, from its event. */
  readonly id: string;
  readonly decision: 'approve' | 'deny';
  /** The edited arguments. */
  readonly input?: unknown;
  /** The reason of a denial, for the model. */
  readonly reason?: string;
  /** Whether the session does not ask again for calls with these arguments. */
  readonly remember?: boolean;
}

export interface SearchHit {
  readonly name: string;
  readonly group: string;
  readonly active: boolean;
  /** The words of the query that were found in the tool. */
  readonly matched: readonly string[];
}

export interface ParsedCall {
  readonly name: string;
  readonly input: unknown;
  /** Whether the toolkit has the tool. */
  readonly known: boolean;
}

/** An event, with its place in the history. */
export interface DevRecord {
  /** The number of the event, from 1. */
  readonly seq: number;
  /** The time of the event, in milliseconds since 1970. */
  readonly at: number;
  readonly event: DevEvent;
}

/** What happened. */
export type DevEvent =
  | CallEvent
  /** A call waits for the decision of the page. */
  | {
      readonly type: 'approval';
      readonly id: string;
      readonly callId: string;
      readonly scope: ScopeId;
      readonly toolName: string;
      readonly input: unknown;
      /** Whether something of the arguments was left out because it is too large. */
      readonly truncated?: boolean;
      /** The keys of the state whose values the tool receives in addition. */
      readonly hidden: readonly string[];
      /** Why the arguments need a decision. Omitted if nothing is against them. */
      readonly concerns?: readonly DevConcern[];
    }
  | {
      readonly type: 'decided';
      readonly id: string;
      readonly callId: string;
      readonly decision: string;
      /** The arguments with which the call runs, if the page has edited them. */
      readonly input?: unknown;
      /** Whether a part of the arguments is left out. */
      readonly truncated?: boolean;
    }
  /** Tools, groups, sessions or the state have changed: call `describe` again. */
  | { readonly type: 'changed' }
  /** The process of the tools has started, or started again after a file was saved. */
  | { readonly type: 'ready'; readonly title: string }
  /** The process of the tools is being started. */
  | { readonly type: 'starting' }
  /** The process of the tools has ended, or could not be started. Its calls have ended, without further events. */
  | { readonly type: 'stopped'; readonly reason: string };

interface CallEventOf<Type extends string> {
  readonly type: Type;
  readonly scope: ScopeId;
  readonly callId: string;
  readonly parentCallId?: string;
  readonly toolName: string;
}

/** An event of a call, also of one that another client has made. */
export type CallEvent =
  | (CallEventOf<'started'> & {
      readonly input: unknown;
      readonly repairedInput?: unknown;
      readonly truncated?: boolean;
    })
  | (CallEventOf<'chunk'> & { readonly chunk: DevContent })
  | (CallEventOf<'progress'> & { readonly value: number; readonly total?: number; readonly message?: string })
  | (CallEventOf<'retried'> & { readonly attempt: number; readonly delayMs: number; readonly error: DevError })
  /** A step of the call that has ended: what a rule or an approver has decided, or what a middleware did. */
  | (CallEventOf<'step'> & {
      readonly kind: 'rule' | 'approval' | 'middleware';
      /** The name of the rule, approver or middleware. */
      readonly name: string;
      /** What it did or decided, in a few words. */
      readonly text: string;
      /** The time from the `started` event to the start of the step, in milliseconds. */
      readonly startMs: number;
      /** The time that it took, in milliseconds. That of a middleware includes what it wraps. */
      readonly durationMs: number;
    })
  | (CallEventOf<'pending' | 'suspended'> & { readonly input?: unknown; readonly flow?: DevFlow })
  | (CallEventOf<'completed' | 'failed' | 'interrupted' | 'denied'> & {
      readonly durationMs: number;
      readonly attempts: number;
      readonly output: DevContent;
      readonly error?: DevError;
      readonly flow?: DevFlow;
    });

/** What is known of the data of a call, in a toolkit with the option `flow`. */
export interface DevFlow {
  /** Whether the result may decide what a consequential tool does. */
  readonly trust: 'trusted' | 'untrusted';
  /** Who may read the result. */
  readonly readers: 'anyone' | readonly string[];
  readonly decision: FlowDecision;
  /** What was against the call. */
  readonly concerns: readonly DevConcern[];
}

/** What was decided about the data of a call. `none`: nothing was against it. */
export type FlowDecision = 'none' | 'asked' | 'denied' | 'allowed';

/** What is against a call. */
export interface DevConcern {
  readonly kind: 'untrusted' | 'unread' | 'undecided';
  /** The JSON Pointer of the argument. Omitted if the call as a whole is concerned. */
  readonly argument?: string;
  /** Where the value comes from, in words. */
  readonly origin: string;
  /** The call whose result the value comes from. */
  readonly callId?: string;
  /** The value as a quoted text. Others may have written it. */
  readonly text?: string;
}

/** Where the arguments of a call come from. */
export interface DevExplanation {
  readonly arguments: readonly DevArgument[];
  /** The number of further arguments. */
  readonly omitted: number;
}

/** Where an argument comes from. */
export interface DevArgument extends Pick<DevConcern, 'origin' | 'callId'> {
  /** The JSON Pointer of the argument. */
  readonly argument: string;
  readonly text: string;
  readonly trust: 'trusted' | 'untrusted';
}

/** What a tool returned: a chunk, or the whole result. */
export interface DevContent {
  /** The content blocks, as the Model Context Protocol defines them. */
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
  /** The text that a model reads. */
  readonly text: string;
  /** Whether something was left out because it is too large. */
  readonly truncated?: boolean;
}

export interface DevError {
  readonly code: string;
  readonly message: string;
}

/** The body of a request of the page: `POST rpc`. */
export interface RpcRequest {
  readonly method: DevMethod;
  readonly params: unknown;
}

/** The answer of the server of the page. */
export type RpcAnswer = { readonly result: unknown } | { readonly error: DevError };

/** What answers the requests of the page: the process of the tools, or something that forwards to it. */
export interface DevPeer {
  /** Rejects with an error whose message the page shows. */
  request<Method extends DevMethod>(method: Method, params: ParamsOf<Method>): Promise<ResultOf<Method>>;
  /** Registers a listener of events. Returns a function that removes it. */
  onEvent(listener: (event: DevEvent) => void): () => void;
  close(): Promise<void>;
}
