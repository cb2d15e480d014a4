/** A word that completes another. */
export interface Candidate {
  readonly value: string;
  readonly description?: string | undefined;
}
