/** What a check has found. */
export interface Finding {
  /** What was checked, such as 'Node.js'. */
  readonly area: string;
  readonly status: 'ok' | 'warning' | 'error';
  readonly message: string;
  /** The one change that removes the problem. Undefined if there is none. */
  readonly remedy?: string;
}

/** Creates a finding without a problem. */
export function ok(area: string, message: string): Finding {
  return { area, status: 'ok', message };
}

/** Creates a finding of something that works, but not as most users want. */
export function warning(area: string, message: string, remedy: string): Finding {
  return { area, status: 'warning', message, remedy };
}

/** Creates a finding of something that does not work. */
export function problem(area: string, message: string, remedy: string): Finding {
  return { area, status: 'error', message, remedy };
}
