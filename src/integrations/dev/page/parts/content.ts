import { html } from 'htm/preact';
import type { DevContent } from '../../protocol.js';
import { shownBlock } from '../model/content.js';
import type { View } from './html.js';
import { JsonTree, LongText } from './json-tree.js';

const maxBlocks = 50;
const shownTextLength = 10_000;

/** What a tool returned: its structured content as a tree, or its content blocks. */
export function Content({ content }: { readonly content: DevContent }): View {
  const { content: blocks, structuredContent, text, truncated } = content;
  const media = blocks.filter((block) => shownBlock(block).kind !== 'text');
  const shown = structuredContent === undefined ? blocks : media;
  return html`
    <div class="content">
      ${structuredContent !== undefined && html`<${JsonTree} value=${structuredContent} label="Structured result" />`}
      ${shown.slice(0, maxBlocks).map((block, index) => html`<${Block} key=${index} block=${block} />`)}
      ${shown.length > maxBlocks && html`<p class="note">${shown.length - maxBlocks} more blocks</p>`}
      ${blocks.length === 0 && structuredContent === undefined && html`<${Text} text=${text} />`}
      ${truncated && html`<p class="note">Too large: the rest is left out.</p>`}
    </div>`;
}

function Text({ text }: { readonly text: string }): View {
  return html`<pre class="text" tabindex="0"><${LongText} text=${text} length=${shownTextLength} /></pre>`;
}

function Block({ block }: { readonly block: unknown }): View {
  const shown = shownBlock(block);
  switch (shown.kind) {
    case 'text':
      return html`<${Text} text=${shown.text} />`;
    case 'media':
      if (shown.media === 'image') return html`<img src=${shown.source} alt="Image from the tool" />`;
      return shown.media === 'audio'
        ? html`<audio controls src=${shown.source} aria-label="Audio from the tool"></audio>`
        : html`<video controls src=${shown.source} aria-label="Video from the tool"></video>`;
    case 'file':
      return html`<p><a href=${shown.source} download=${shown.name}>Save ${shown.name}</a> <span class="quiet">${shown.type}</span></p>`;
    case 'link':
      return html`<p class="link">${shown.label}: <span class="code">${shown.url}</span> <${OpenButton} href=${shown.href} /></p>`;
    default:
      return html`<${JsonTree} value=${shown.value} label="Content block" />`;
  }
}

/** Nothing is loaded from a URL before the click. */
function OpenButton({ href }: { readonly href?: string }): View {
  if (href === undefined) return null;
  const open = (): unknown => window.open(href, '_blank', 'noopener,noreferrer');
  return html`<button type="button" onClick=${open}>Open in a new tab</button>`;
}
