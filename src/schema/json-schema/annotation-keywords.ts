/** The keywords that describe a value and do not reject any value. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  '$comment',
  '$defs',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
