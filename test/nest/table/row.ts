import type { RowApp } from './app.js';

/** A row of the table: a feature of NestJS, and the check that tools have it. */
export interface Row {
  readonly name: string;
  /** Throws if the feature does not work. */
  run(app: RowApp): Promise<void>;
}
