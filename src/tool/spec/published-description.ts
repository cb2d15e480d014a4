import { firstSentence } from '../../format/first-sentence.js';

/** How much of the descriptions of tools models receive. */
export type PublishedDescription = 'full' | 'first-paragraph' | 'first-sentence';

/** The values of {@link PublishedDescription}. */
export const publishedDescriptions: readonly PublishedDescription[] = ['full', 'first-paragraph', 'first-sentence'];

/** Returns the part of a description that models receive. */
export function publishedPart(description: string, published: PublishedDescription): string {
  if (published === 'full') return description;
  return published === 'first-sentence' ? firstSentence(description) : firstParagraph(description);
}

function firstParagraph(text: string): string {
  return (text.split(/\n\s*\n/)[0] ?? '').trim();
}
