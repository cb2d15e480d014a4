import { DefinitionError } from '../../../base/errors/errors.js';
import { previewValue } from '../../../base/values/value-preview.js';
import type { ToolView } from '../../../tool/metadata/tool-view.js';
import { createView, type ViewOptions } from './create-view.js';

/**
 * Creates the view of a tool from an HTML page, whose scripts and styles are in the page itself. Hosts show it in a frame
 * without access to anything but what `csp` declares. A `<script src="toolwright/view"></script>` defines `connectView`.
 *
 * @param source - The text of the page, or the `file:` URL of a page that a bundler has built.
 *
 * @example
 * ```ts
 * const board = view(new URL('./board.html', import.meta.url), { csp: { connectDomains: ['https://api.shop.example'] } });
 * ```
 * @throws DefinitionError on a page that cannot be read or is not HTML, and on what a view must not have.
 */
export function view(source: string | URL, options: ViewOptions = {}): ToolView {
  return createView(typeof source === 'string' ? source : readPage(source), options, false);
}

function readPage(url: URL): string {
  if (!(url instanceof URL) || url.protocol !== 'file:') {
    throw new DefinitionError(`view: the page must be HTML or a file: URL, not ${previewValue(url)}.`);
  }
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  if (files === undefined) throw new DefinitionError('view: this runtime has no files. Pass the text of the page.');
  try {
    return files.readFileSync(url, 'utf8');
  } catch (cause) {
    throw new DefinitionError(`view: the page ${url.href} cannot be read. Build it first.`, { cause });
  }
}
