import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { JsonProblem } from './json-problem.js';

/**
 * Parses a JSON text with comments and trailing commas. Returns undefined for a text without a value.
 *
 * @throws JsonProblem if the text is not valid.
 */
export function parseJsonText(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseNodes(text, errors);
  const [problem] = errors;
  if (problem === undefined) return root;
  throw new JsonProblem(describeError(problem), problem.offset);
}

function parseNodes(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) throw new JsonProblem('The values are nested too deeply.', 0);
    throw error;
  }
}

/** Describes an error of the parser, whose names are words in camel case. */
function describeError({ error }: ParseError): string {
  const words = printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** A member of an object, with its key and its value. */
export interface Member {
  readonly property: Node;
  readonly key: string;
  readonly value: Node;
}

/** Returns the members of an object in their order. */
export function membersOf(object: Node): readonly Member[] {
  return (object.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined ? [] : [{ property, key: String(key.value), value }];
  });
}

/**
 * Finds a member of an object.
 *
 * @throws JsonProblem if the object has the key twice, because programs differ in which value they read.
 */
export function findMember(object: Node, key: string): Member | undefined {
  const [first, second] = membersOf(object).filter((member) => member.key === key);
  if (second !== undefined) throw new JsonProblem(`The key '${key}' occurs twice.`, second.property.offset);
  return first;
}

/**
 * Finds the object at a path of keys. Returns undefined if a key on the path does not exist.
 *
 * @throws JsonProblem if a value on the path is not an object.
 */
export function findObject(root: Node | undefined, path: readonly string[]): Node | undefined {
  let node = root;
  for (const [index, key] of [...path, ''].entries()) {
    if (node === undefined) return undefined;
    checkObject(node, path.slice(0, index));
    if (index < path.length) node = findMember(node, key)?.value;
  }
  return node;
}

function checkObject(node: Node, path: readonly string[]): void {
  if (node.type === 'object') return;
  const what = path.length === 0 ? 'The content' : `The value of '${path.join('.')}'`;
  throw new JsonProblem(`${what} must be an object, not ${described[node.type] ?? node.type}.`, node.offset);
}

const described: Readonly<Record<string, string>> = { array: 'an array', null: 'null', boolean: 'a boolean' };
