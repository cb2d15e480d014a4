import { type OpenSchema, ts } from './compiler.js';
import type { PropertyEdit, PropertyEdits } from './edit-properties.js';
import { readLiteral } from './read-literal.js';
import type { ToolDoc } from './tool-doc.js';

/** The documentation of one parameter in the comments of its method. */
export interface ParameterDoc {
  readonly keywords: OpenSchema;
  /** The documentation of single properties: from `@param options.limit` and from defaults in a pattern. */
  readonly edits: PropertyEdits;
}

/** Finds the documentation of a parameter by its name, or, for a pattern, by its position among the `@param` tags. */
export function findParameterDoc(
  parameter: ts.ParameterDeclaration,
  overloaded: ts.ParameterDeclaration,
  { doc, checker }: { readonly doc: ToolDoc; readonly checker: ts.TypeChecker },
): ParameterDoc {
  const roots = [...new Set([...rootsOf(parameter, doc), ...rootsOf(overloaded, doc)])];
  const edits = new Map(roots.flatMap((root) => [...editsUnder(root, doc)]));
  if (ts.isObjectBindingPattern(parameter.name)) addDefaults(edits, parameter.name, checker);
  return { keywords: Object.assign({}, ...roots.map((root) => doc.params.get(root))), edits };
}

/** Returns the names by which `@param` tags may refer to a parameter. */
function rootsOf({ name, parent }: ts.ParameterDeclaration, { params }: ToolDoc): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  const heads = [...new Set([...params.keys()].map((key) => key.split('.', 1)[0] ?? key))];
  if (parent.parameters.length === 1) return heads;
  return heads.slice(parent.parameters.findIndex((one) => one.name === name)).slice(0, 1);
}

function editsUnder(root: string, doc: ToolDoc): Map<string, PropertyEdit> {
  const edits = new Map<string, PropertyEdit>();
  for (const key of doc.params.keys()) {
    if (!key.startsWith(`${root}.`)) continue;
    const [property = ''] = key.slice(root.length + 1).split('.', 1);
    const path = `${root}.${property}`;
    edits.set(property, { keywords: doc.params.get(path) ?? {}, isOptional: false, inner: editsUnder(path, doc) });
  }
  return edits;
}

function addDefaults(
  edits: Map<string, PropertyEdit>,
  { elements }: ts.ObjectBindingPattern,
  checker: ts.TypeChecker,
): void {
  for (const { initializer, propertyName, name } of elements) {
    if (initializer === undefined) continue;
    const key = propertyName ?? name;
    const property = ts.isIdentifier(key) || ts.isStringLiteralLike(key) ? key.text : key.getText();
    const literal = readLiteral(initializer, checker);
    const known = edits.get(property) ?? { keywords: {}, inner: new Map() };
    const stated = literal === undefined ? {} : { default: literal.value };
    edits.set(property, { ...known, keywords: { ...known.keywords, ...stated }, isOptional: true });
  }
}
