/** The units into which a text is split. */
export type SegmentUnit = 'grapheme' | 'word' | 'sentence';

// `Intl.Segmenter` of V8 copies its entire input for each segment, so that it takes short parts of a text.
const partLength = 256;

// The rules of Unicode look at the characters after a boundary.
const lookahead = 16;

/** Splits a text into units of its language. Words are returned without the characters between them. */
export function segment(text: string, unit: SegmentUnit): readonly string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: unit });
  const segments: string[] = [];
  let start = 0;
  let length = partLength;
  while (start < text.length) {
    const part = text.slice(start, start + length);
    const isLast = start + length >= text.length;
    let end = 0;
    for (const found of segmenter.segment(part)) {
      const next = found.index + found.segment.length;
      if (!isLast && next > part.length - lookahead) break;
      if (unit !== 'word' || found.isWordLike === true) segments.push(found.segment);
      end = next;
      if (length > partLength) break;
    }
    start += end;
    // A segment that is longer than the part is read from a longer one.
    length = end === 0 ? length * 2 : partLength;
  }
  return segments;
}
