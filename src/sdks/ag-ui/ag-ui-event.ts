/** An event of AG-UI: one of those to which the events of tools are converted. */
export type AgUiEvent = AgUiRunEvent | AgUiToolCallEvent | AgUiActivityEvent;

/** The fields of all events. */
export interface AgUiEventOf<Type extends string> {
  readonly type: Type;
  /** The time of the event, in milliseconds since 1970. */
  readonly timestamp: number;
}

/** The start or the end of a run. */
export type AgUiRunEvent =
  | (AgUiEventOf<'RUN_STARTED'> & {
      readonly threadId: string;
      readonly runId: string;
      readonly protocolVersion: string;
    })
  | (AgUiEventOf<'RUN_FINISHED'> & {
      readonly threadId: string;
      readonly runId: string;
      readonly result?: unknown;
      readonly outcome: AgUiOutcome;
    })
  | (AgUiEventOf<'RUN_ERROR'> & { readonly message: string; readonly code?: string });

/** A part of one call: its start, its arguments as JSON text, the end of the arguments, or its result. */
export type AgUiToolCallEvent = { readonly toolCallId: string } & (
  | (AgUiEventOf<'TOOL_CALL_START'> & { readonly toolCallName: string })
  | (AgUiEventOf<'TOOL_CALL_ARGS'> & { readonly delta: string })
  | AgUiEventOf<'TOOL_CALL_END'>
  | (AgUiEventOf<'TOOL_CALL_RESULT'> & {
      readonly messageId: string;
      readonly content: string | readonly AgUiContentPart[];
      readonly role: 'tool';
      readonly metadata: { readonly toolwright: AgUiResultInfo };
    })
);

/** What AG-UI has no fields for: how a call ended. */
export interface AgUiResultInfo {
  readonly state: 'success' | 'error' | 'interrupted' | 'denied';
  /** The code of the error. Undefined if the call succeeded. */
  readonly code?: string;
}

/** The chunks, the progress and the retries of one call, as a message of their own. */
export type AgUiActivityEvent = { readonly messageId: string; readonly activityType: string } & (
  | (AgUiEventOf<'ACTIVITY_SNAPSHOT'> & { readonly content: Readonly<Record<string, unknown>> })
  | (AgUiEventOf<'ACTIVITY_DELTA'> & { readonly patch: readonly AgUiPatch[] })
);

/** A change of the content of an activity (RFC 6902). */
export interface AgUiPatch {
  readonly op: 'add';
  readonly path: string;
  readonly value: unknown;
}

/** A part of the result of a call. */
export type AgUiContentPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image' | 'audio' | 'video' | 'document';
      readonly source: { readonly type: 'data'; readonly value: string; readonly mimeType: string };
    };

/** How a run ended that did not fail. */
export type AgUiOutcome =
  | { readonly type: 'success'; readonly pendingToolCallIds?: readonly string[] }
  | { readonly type: 'interrupt'; readonly interrupts: readonly AgUiInterrupt[] }
  | { readonly type: 'cancelled' };

/** A call that waits for approval. */
export interface AgUiInterrupt {
  /** The ID of the call. */
  readonly id: string;
  readonly reason: 'approval';
  readonly message: string;
  readonly toolCallId: string;
  /** The JSON Schema of the decision. */
  readonly responseSchema: Readonly<Record<string, unknown>>;
  /** The time until which the call can be approved, in the format of ISO 8601. */
  readonly expiresAt: string;
}
