import { type OpenSchema, ts } from './compiler.js';
import { type DocTag, descriptionOf, isKeywordTag, keywordsOf, tagsOf } from './doc-comment.js';
import { parseJsonOrText } from './literal-source.js';
import { readLiteral } from './read-literal.js';

/** An example from a comment. */
export interface DocExample {
  readonly description?: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The documentation of a tool in its method's comment. */
export interface ToolDoc {
  readonly description: string | undefined;
  /**
   * The keywords of parameters, by name; `options.limit` is a property of a parameter. Tags after a `@param` tag belong
   * to that parameter.
   */
  readonly params: ReadonlyMap<string, OpenSchema>;
  readonly returns: OpenSchema;
  readonly examples: readonly DocExample[];
}

/** A declaration whose comment may describe a tool. */
export interface DocumentedDeclaration {
  /** The node that has the comment. */
  readonly node: ts.Node;
  /** The declaration of the parameters that calls in the comment's examples have. */
  readonly signature: ts.SignatureDeclaration;
}

/**
 * Reads the first of `declarations` that has a comment: a method comes before the declarations that it inherits from.
 */
export function readToolDoc(declarations: readonly DocumentedDeclaration[], method: string): ToolDoc {
  const { node, signature } = declarations.find((one) => hasComment(one.node)) ?? {};
  if (node === undefined || signature === undefined)
    return { description: undefined, params: new Map(), returns: {}, examples: [] };
  const params = new Map<string, OpenSchema>();
  let returns: OpenSchema = {};
  const examples: DocExample[] = [];
  const texts: string[] = [];
  for (const { head, keywords } of splitIntoSections(node)) {
    if (head.param !== undefined) params.set(head.param, { ...textOf(head.text), ...keywords });
    else if (/^returns?$/.test(head.name)) returns = { ...textOf(head.text), ...keywords };
    else if (head.name === 'example') {
      const example = readExample(head.text, signature, method);
      if (example === undefined) texts.push(`Example:\n${head.text}`);
      else examples.push(example);
    }
  }
  const description = [descriptionOf(node), ...texts].filter((text) => text !== undefined).join('\n\n');
  return { description: description === '' ? undefined : description, params, returns, examples };
}

function hasComment(declaration: ts.Node): boolean {
  return (
    descriptionOf(declaration) !== undefined ||
    tagsOf(declaration).some(({ name }) => !/^(?:inheritDoc|override)$/i.test(name))
  );
}

interface Section {
  readonly head: DocTag;
  readonly keywords: OpenSchema;
}

function splitIntoSections(declaration: ts.Node): readonly Section[] {
  const found: { readonly head: DocTag; readonly tags: DocTag[] }[] = [];
  for (const tag of tagsOf(declaration)) {
    const current = found.at(-1);
    const acceptsKeywords = current !== undefined && /^(?:param|returns?)$/.test(current.head.name);
    if (acceptsKeywords && isKeywordTag(tag) && !isToolExample(tag)) current.tags.push(tag);
    else found.push({ head: tag, tags: [] });
  }
  return found.map(({ head, tags }) => ({ head, keywords: keywordsOf(tags) }));
}

/** Checks whether an example shows a tool call. After a `@param` tag, `@example 5` is an example of the parameter. */
function isToolExample({ name, text }: DocTag): boolean {
  return name === 'example' && /[({`]/.test(text);
}

function textOf(text: string): OpenSchema {
  const description = text.replace(/^-\s*/, '');
  return description === '' ? {} : { description };
}

/** Reads an example that is a JSON object of arguments or code that calls the method with literals. */
function readExample(text: string, declaration: ts.SignatureDeclaration, method: string): DocExample | undefined {
  const code = text.match(/```\w*\n([\s\S]*?)```/)?.[1] ?? text.slice(Math.max(0, text.search(/[{(\w$.]+\(|\{/)));
  const before = text
    .slice(0, text.indexOf(code))
    .replace(/```\w*\s*$/, '')
    .replaceAll(/<\/?caption>/g, '')
    .trim();
  const described = before === '' ? {} : { description: before };
  const json = parseJsonOrText(code.trim());
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    return { ...described, input: json as Record<string, unknown> };
  }
  const input = readCall(code, declaration, method);
  return input === undefined ? undefined : { ...described, input };
}

function readCall(
  code: string,
  { parameters }: ts.SignatureDeclaration,
  method: string,
): DocExample['input'] | undefined {
  const file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true);
  const call = findCall(file, method);
  if (call === undefined || call.arguments.length > parameters.length) return undefined;
  const values = call.arguments.map((argument) => readLiteral(argument));
  if (!values.every((value) => value !== undefined)) return undefined;
  const [first, ...more] = values;
  const isObject = typeof first?.value === 'object' && first.value !== null && !Array.isArray(first.value);
  // A sole object parameter is the tool's entire input, so its properties are the arguments.
  if (isObject && more.length === 0 && parameters.length === 1) return first.value as DocExample['input'];
  const names = parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : undefined));
  if (names.slice(0, values.length).includes(undefined)) return undefined;
  return Object.fromEntries(values.map(({ value }, index) => [names[index] ?? '', value]));
}

function findCall(node: ts.Node, method: string): ts.CallExpression | undefined {
  if (ts.isCallExpression(node)) {
    const callee = node.expression;
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
    if (name === method) return node;
  }
  return ts.forEachChild(node, (child) => findCall(child, method));
}
