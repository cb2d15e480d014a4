/** Keywords that tell a reader something and refuse no value. */
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
