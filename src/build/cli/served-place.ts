/** The protocol versions that `serve` accepts. */
export const servedEras = ['2025-11-25', '2026-07-28'] as const;

/** Where tools are served over the Model Context Protocol. */
export interface ServedAddress {
  /** Whether to serve over HTTP instead of standard input and output. */
  readonly http: boolean;
  readonly host: string | undefined;
  readonly port: number | undefined;
}

/** Where a worker serves tools over NATS. */
export interface ServedWorker {
  readonly servers: string;
  /** The prefix of all subjects. Undefined for the default. */
  readonly subject: string | undefined;
  /** The queue group. Undefined for the default. */
  readonly queue: string | undefined;
}
