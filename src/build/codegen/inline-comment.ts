import { ts } from './compiler.js';

/**
 * Returns the comment of a property within a line, as in `{ id: number; /** The city *\/ city: string }`. TypeScript takes such a
 * comment for one about what is before it, and attaches it to nothing.
 */
export function inlineCommentOf(property: ts.Node): readonly ts.JSDoc[] {
  if (!ts.isPropertySignature(property) && !ts.isPropertyDeclaration(property)) return [];
  const { fileName, text } = property.getSourceFile();
  const start = property.getStart();
  const { pos, end } = ts.getTrailingCommentRanges(text, property.pos)?.at(-1) ?? {};
  if (pos === undefined || end === undefined || !text.startsWith('/**', pos)) return [];
  // What begins another line is described by the line before it at most by accident.
  if (text.slice(end, start).trim() !== '' || text.slice(end, start).includes('\n')) return [];
  // Parsed at the same position, so that problems are reported there.
  const before = text.slice(0, pos).replaceAll(/[^\n]/g, ' ');
  const file = ts.createSourceFile(
    fileName,
    `${before}${text.slice(pos, end)}let property;`,
    ts.ScriptTarget.Latest,
    true,
  );
  return file.statements.flatMap((statement) => ts.getJSDocCommentsAndTags(statement)).filter(ts.isJSDoc);
}
