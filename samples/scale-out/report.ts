/** What a worker reports to the main process about a call. */
export interface Report {
  readonly kind: 'begun' | 'ended';
  readonly callId: string;
}

/** Sends a report to the main process, unless that has gone. */
export function report(kind: Report['kind'], callId: string): void {
  process.send?.({ kind, callId } satisfies Report, undefined, undefined, () => undefined);
}
