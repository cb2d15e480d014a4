/** A filter of orders. */
export interface Filter {
  /** The state of the orders. */
  state: 'open' | 'closed';
  /** The smallest amount. */
  atLeast?: number;
}
