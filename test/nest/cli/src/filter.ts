/** Selects orders. */
export interface Filter {
  readonly state: 'open' | 'paid';
  /** Ordered on that day or later. */
  readonly since?: Date;
}
