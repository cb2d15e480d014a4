/** What a part of the pipeline has done with a call. */
export interface StepReport {
  /** `rule`: whether the call may run, or needs approval. `approval`: what an approver has decided. */
  readonly kind: 'rule' | 'approval' | 'middleware';
  /** The name of the rule, approver or middleware. */
  readonly name: string;
  /** What it decided or did, in a few words. They may contain secrets of the call's state. */
  readonly text: string;
  /** The time that it took, in milliseconds. That of a middleware includes what it wraps. */
  readonly durationMs: number;
}

/** A function that receives what the parts of the pipeline have done with a call. */
export type ReportStep = (step: StepReport) => void;

/** A step of a call, emitted when the step has ended and before the end of the call. */
export interface CallStep extends StepReport {
  readonly type: 'step';
  readonly callId: string;
  /** The ID of the call of the agent that made this call in its run. Omitted for a call that no agent made. */
  readonly parentCallId?: string;
  readonly toolName: string;
  /** The time from the `started` event of the run to the start of the step, in milliseconds. */
  readonly startMs: number;
  /** The time at which the step ended, in milliseconds since 1970. */
  readonly at: number;
}
