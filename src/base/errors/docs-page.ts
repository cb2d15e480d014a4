/** A page of the documentation that errors refer to. */
export type DocsPage =
  | 'bundle-size'
  | 'compilers-and-bundlers'
  | 'decorators-without-legacy-mode'
  | 'supported-types'
  | 'troubleshooting';

/** Returns the end of an error message that has several fixes: where the package documents them. */
export function seePage(page: DocsPage): string {
  return ` See node_modules/toolwright/docs/${page}.md.`;
}
