import ts from 'typescript';

/**
 * Counts the tokens of a TypeScript program: everything that the scanner of the compiler returns except white space and
 * comments. A doc comment counts where it describes a tool, as a string would: its text, and the name, the parameter and
 * the text of each tag, are one token each.
 */
export function countTokens(text: string): number {
  const source = ts.createSourceFile('program.ts', text, ts.ScriptTarget.Latest, true);
  return tokensOf(source, source);
}

function tokensOf(node: ts.Node, source: ts.SourceFile): number {
  if (ts.isJSDoc(node)) return [node, ...(node.tags ?? [])].reduce((sum, part) => sum + wordsOf(part), 0);
  const children = node.getChildren(source);
  if (children.length === 0) return node.getText(source) === '' ? 0 : 1;
  return children.reduce((sum, child) => sum + tokensOf(child, source), 0);
}

function wordsOf(part: ts.JSDoc | ts.JSDocTag): number {
  const words = [part.comment];
  if (!ts.isJSDoc(part)) words.push(part.tagName.text);
  if (ts.isJSDocParameterTag(part)) words.push(part.name.getText());
  return words.filter((word) => word !== undefined).length;
}
