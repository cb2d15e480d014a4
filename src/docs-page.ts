/** A page of the documentation that errors refer to. */
export type DocsPage =
  | 'troubleshooting'
  | 'compilers-and-bundlers'
  | 'decorators-without-legacy-mode'
  | 'supported-types';

/** Returns the end of an error message that has several fixes: where the package documents them. */
export function seePage(page: DocsPage): string {
  return ` See toolwright/docs/${page}.md.`;
}
