/**
 * The classes of changes, the gravest first. `breaking`: a call that was right may be refused, do something else or return
 * what its reader does not expect, or what people have agreed to no longer holds. `wording`: only words that models read.
 * `compatible`: what was right still is. `cost`: the same meaning and words in more or fewer tokens.
 */
export const changeClasses = ['breaking', 'wording', 'compatible', 'cost'] as const;

/** The class of a change. */
export type ChangeClass = (typeof changeClasses)[number];

/** A change of a definition. */
export interface Change {
  readonly class: ChangeClass;
  /** What has changed: a tool, or the server that offers tools. */
  readonly subject: { readonly kind: 'tool' | 'server'; readonly name: string };
  /** What has changed, as a sentence without its subject, such as 'the parameter `limit` is now required'. */
  readonly text: string;
}

/** Returns the gravest class of changes. Returns undefined if there are none. */
export function gravestOf(changes: readonly Pick<Change, 'class'>[]): ChangeClass | undefined {
  return changeClasses.find((one) => changes.some((change) => change.class === one));
}
