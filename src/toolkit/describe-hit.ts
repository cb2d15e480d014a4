/** A tool that a search has found, as a model reads it. */
export interface Hit {
  /** The name, with the parameters. */
  readonly signature: string;
  /** Where the tool is, and what it needs to be called. Undefined for nothing. */
  readonly place: string | undefined;
  /** The words of the query that were found. */
  readonly matched: readonly string[];
  /** The first line of the description. Empty for none. */
  readonly summary: string;
}

/** Returns the line of a hit: `- track({ id }) (group 'orders', active; matches: parcel): Track a shipment`. */
export function describeHit({ signature, place, matched, summary }: Hit): string {
  const facts = [
    ...(place === undefined ? [] : [place]),
    ...(matched.length === 0 ? [] : [`matches: ${matched.join(', ')}`]),
  ];
  const known = facts.length === 0 ? '' : ` (${facts.join('; ')})`;
  return `- ${signature}${known}${summary === '' ? '' : `: ${summary}`}`;
}
