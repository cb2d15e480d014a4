import type { ContentBlock } from 'toolwright';

/** Returns the texts of content, which a model reads. */
export function contentText(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}
