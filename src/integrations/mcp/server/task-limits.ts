/** The limits of tasks (SEP-2663). Those with a task store are stored there, as its own limits say. */
export interface McpTaskLimits {
  /**
   * The largest number of stored tasks of one client: of one subject, or of one address if there is no subject. Another
   * call that would become a task is refused.
   *
   * @default 100
   */
  readonly maxPerClient?: number | undefined;
  /** The largest number of stored tasks of the server. @default 1000 */
  readonly maxTasks?: number | undefined;
  /**
   * The size limit of the arguments, answers, questions and results of all stored tasks together, as an estimate of their
   * memory in bytes.
   *
   * @default 67108864 (64 MiB)
   */
  readonly maxBytes?: number | undefined;
  /** How long a task is stored after its creation, in milliseconds. A task that still runs is cancelled. @default 3600000 (1 hour) */
  readonly ttlMs?: number | undefined;
  /** How often clients should ask for the status of a task, in milliseconds. @default 1000 */
  readonly pollIntervalMs?: number | undefined;
}

/** The defaults of {@link McpTaskLimits}. */
export const taskDefaults: Required<{ readonly [Name in keyof McpTaskLimits]: number }> = Object.freeze({
  maxPerClient: 100,
  maxTasks: 1_000,
  maxBytes: 67_108_864,
  ttlMs: 3_600_000,
  pollIntervalMs: 1_000,
});
