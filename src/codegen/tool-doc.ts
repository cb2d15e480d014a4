import { type OpenSchema, ts } from './compiler.js';
import { type DocTag, descriptionOf, isKeywordTag, keywordsOf, tagsOf } from './doc-comment.js';
import { parseJsonOrText } from './literal-source.js';
import { literalValue } from './literal-value.js';

/** One worked example out of a comment. */
export interface DocExample {
  readonly description?: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a method's comment says of the tool. */
export interface ToolDoc {
  readonly description: string | undefined;
  /** By parameter name; `options.limit` for a property of one. What follows a `@param` tag belongs to it. */
  readonly params: ReadonlyMap<string, OpenSchema>;
  readonly returns: OpenSchema;
  readonly examples: readonly DocExample[];
}

/** Reads a method's comment: its own, else what it takes over from the declarations given after it. */
export function readToolDoc(declarations: readonly ts.SignatureDeclaration[], method: string): ToolDoc {
  const declaration = declarations.find(saysSomething);
  if (declaration === undefined) return { description: undefined, params: new Map(), returns: {}, examples: [] };
  const params = new Map<string, OpenSchema>();
  let returns: OpenSchema = {};
  const examples: DocExample[] = [];
  const texts: string[] = [];
  for (const { head, keywords } of sections(declaration)) {
    if (head.param !== undefined) params.set(head.param, { ...textOf(head.text), ...keywords });
    else if (/^returns?$/.test(head.name)) returns = { ...textOf(head.text), ...keywords };
    else if (head.name === 'example') {
      const example = readExample(head.text, declaration, method);
      if (example === undefined) texts.push(`Example:\n${head.text}`);
      else examples.push(example);
    }
  }
  const description = [descriptionOf(declaration), ...texts].filter((text) => text !== undefined).join('\n\n');
  return { description: description === '' ? undefined : description, params, returns, examples };
}

function saysSomething(declaration: ts.SignatureDeclaration): boolean {
  return (
    descriptionOf(declaration) !== undefined ||
    tagsOf(declaration).some(({ name }) => !/^(?:inheritDoc|override)$/i.test(name))
  );
}

interface Section {
  readonly head: DocTag;
  readonly keywords: OpenSchema;
}

function sections(declaration: ts.SignatureDeclaration): readonly Section[] {
  const found: { readonly head: DocTag; readonly tags: DocTag[] }[] = [];
  for (const tag of tagsOf(declaration)) {
    const current = found.at(-1);
    const takesKeywords = current !== undefined && /^(?:param|returns?)$/.test(current.head.name);
    if (takesKeywords && isKeywordTag(tag) && !isWholeExample(tag)) current.tags.push(tag);
    else found.push({ head: tag, tags: [] });
  }
  return found.map(({ head, tags }) => ({ head, keywords: keywordsOf(tags) }));
}

/** After a parameter, `@example 5` is the parameter's; an object or a call shows the whole tool at work. */
function isWholeExample({ name, text }: DocTag): boolean {
  return name === 'example' && /[({`]/.test(text);
}

function textOf(text: string): OpenSchema {
  const description = text.replace(/^-\s*/, '');
  return description === '' ? {} : { description };
}

/** An example that is a JSON object of arguments, or code that calls the method with literals. */
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
  const values = call.arguments.map((argument) => literalValue(argument));
  if (!values.every((value) => value !== undefined)) return undefined;
  const [first, ...more] = values;
  const isObject = typeof first?.value === 'object' && first.value !== null && !Array.isArray(first.value);
  // A sole object stands for all arguments, as it does in the tool's input.
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
