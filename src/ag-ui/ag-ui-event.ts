/** An event of AG-UI: one of those to which the events of tools are converted. */
export type AgUiEvent = (RunEvent | ToolCallEvent | ActivityEvent) & {
  /** The time of the event, in milliseconds since 1970. */
  readonly timestamp: number;
};

type RunEvent =
  | (RunId & { readonly type: 'RUN_STARTED'; readonly protocolVersion: string })
  | (RunId & { readonly type: 'RUN_FINISHED'; readonly result?: unknown; readonly outcome: AgUiOutcome })
  | { readonly type: 'RUN_ERROR'; readonly message: string; readonly code?: string };

interface RunId {
  readonly threadId: string;
  readonly runId: string;
}

type ToolCallEvent = { readonly toolCallId: string } & (
  | { readonly type: 'TOOL_CALL_START'; readonly toolCallName: string }
  | { readonly type: 'TOOL_CALL_ARGS'; readonly delta: string }
  | { readonly type: 'TOOL_CALL_END' }
  | {
      readonly type: 'TOOL_CALL_RESULT';
      readonly messageId: string;
      readonly content: string | readonly AgUiContentPart[];
      readonly role: 'tool';
      readonly metadata: { readonly toolwright: AgUiResultInfo };
    }
);

/** What AG-UI has no fields for: how a call ended. */
export interface AgUiResultInfo {
  readonly state: 'success' | 'error' | 'interrupted' | 'denied';
  /** The code of the error. Undefined if the call succeeded. */
  readonly code?: string;
}

type ActivityEvent = { readonly messageId: string; readonly activityType: string } & (
  | { readonly type: 'ACTIVITY_SNAPSHOT'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly type: 'ACTIVITY_DELTA'; readonly patch: readonly AgUiPatch[] }
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
