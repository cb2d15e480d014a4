import type { ContentBlock } from 'toolwright';

/** What a model reads of content: its texts. */
export function contentText(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}
