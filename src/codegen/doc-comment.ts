import { type OpenSchema, ts } from './compiler.js';
import { GenerationProblem } from './generation-problem.js';
import { LiteralSource, parseJsonOrText } from './literal-source.js';

/** What a documentation comment says of a value: its description, and the keywords that its tags state. */
export interface Doc {
  readonly keywords: OpenSchema;
  /** Whether `@ignore` takes the property out of the schema. */
  readonly isIgnored: boolean;
}

/** One block tag as it stands in a comment. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
  /** What a `@param` tag is about. */
  readonly param?: string;
  /** Where to point if it makes no sense. */
  readonly node: ts.Node;
}

/** The block tags of a declaration's own comments, in their order. */
export function tagsOf(declaration: ts.Node): readonly DocTag[] {
  return commentsOf(declaration).flatMap((comment) => (comment.tags ?? []).flatMap(withNested).map(readTag));
}

/** The text before the first block tag, and what `@remarks` adds. */
export function descriptionOf(declaration: ts.Node): string | undefined {
  const summaries = commentsOf(declaration).map((comment) => plainText(comment.comment));
  const remarks = tagsOf(declaration).filter(({ name }) => name === 'remarks');
  const parts = [...summaries, ...remarks.map(({ text }) => text)].filter((text) => text !== '');
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

/** What a declaration's comments say of the values it stands for. */
export function docOf(declaration: ts.Node): Doc {
  const description = descriptionOf(declaration);
  const tags = tagsOf(declaration);
  const keywords = { ...(description === undefined ? {} : { description }), ...keywordsOf(tags) };
  return { keywords, isIgnored: tags.some(({ name }) => name === 'ignore') };
}

/** Whether a tag states a keyword of JSON Schema. */
export function isKeywordTag({ name }: DocTag): boolean {
  return keywordOf(name) in readers || name === 'example';
}

/** The keywords that tags state. Throws a GenerationProblem on a value that the keyword cannot have. */
export function keywordsOf(tags: readonly DocTag[]): OpenSchema {
  const keywords: OpenSchema = {};
  for (const tag of tags) {
    const keyword = keywordOf(tag.name);
    if (tag.name === 'example')
      keywords.examples = [...((keywords.examples as unknown[]) ?? []), new LiteralSource(tag.text)];
    else if (keyword in readers) keywords[keyword] = readers[keyword]?.(tag);
  }
  return keywords;
}

type Reader = (tag: DocTag) => unknown;

const readers: Readonly<Record<string, Reader>> = {
  minimum: readNumber,
  maximum: readNumber,
  exclusiveMinimum: readNumber,
  exclusiveMaximum: readNumber,
  multipleOf: readNumber,
  minLength: readCount,
  maxLength: readCount,
  minItems: readCount,
  maxItems: readCount,
  minProperties: readCount,
  maxProperties: readCount,
  uniqueItems: readFlag,
  deprecated: () => true,
  pattern: readPattern,
  format: readWord,
  type: readWord,
  default: ({ text }) => new LiteralSource(text),
  const: ({ text }) => new LiteralSource(text),
  examples: readList,
};

/** `@asType integer` is how typescript-json-schema's users say it; `@type` is taken by JSDoc's own types. */
function keywordOf(tagName: string): string {
  const name = tagName.replace(/^TJS-/, '');
  return name === 'asType' ? 'type' : name;
}

function readNumber(tag: DocTag): number {
  const value = Number(tag.text);
  if (tag.text === '' || !Number.isFinite(value)) throw misfit(tag, 'a number');
  return value;
}

function readCount(tag: DocTag): number {
  const value = readNumber(tag);
  if (!Number.isInteger(value) || value < 0) throw misfit(tag, 'a whole number from 0 on');
  return value;
}

function readFlag(tag: DocTag): boolean {
  if (tag.text !== '' && tag.text !== 'true' && tag.text !== 'false') throw misfit(tag, 'true or false');
  return tag.text !== 'false';
}

function readPattern(tag: DocTag): string {
  try {
    return new RegExp(tag.text, 'u').source && tag.text;
  } catch {
    throw misfit(tag, 'a regular expression of the `u` kind');
  }
}

function readWord(tag: DocTag): string {
  if (!/^\S+$/.test(tag.text)) throw misfit(tag, 'one word');
  return tag.text;
}

function readList(tag: DocTag): readonly unknown[] {
  const value = parseJsonOrText(tag.text);
  if (!Array.isArray(value)) throw misfit(tag, 'a JSON array');
  return value;
}

function misfit({ name, text, node }: DocTag, wanted: string): GenerationProblem {
  return new GenerationProblem(node, `@${name} needs ${wanted}, not '${text}'.`);
}

/** A comment's text with its links as plain words. */
function plainText(comment: ts.JSDoc['comment']): string {
  const text = ts.getTextOfJSDocComment(comment) ?? '';
  return text
    .replaceAll(/\{@inheritDoc[^}]*\}/gi, '')
    .replaceAll(/\{@link(?:code|plain)?\s+([^}|\s]+)(?:\s*\|\s*|\s+)?([^}]*)\}/g, (_, target: string, label: string) =>
      label.trim() === '' ? target : label.trim(),
    )
    .replaceAll('\r\n', '\n')
    .trim();
}

/** `@param {object} options` takes the tags of its properties in. */
function withNested(tag: ts.JSDocTag): readonly ts.JSDocTag[] {
  const type = ts.isJSDocParameterTag(tag) ? tag.typeExpression?.type : undefined;
  return type !== undefined && ts.isJSDocTypeLiteral(type) ? [tag, ...(type.jsDocPropertyTags ?? [])] : [tag];
}

function readTag(tag: ts.JSDocTag): DocTag {
  const type = ts.isJSDocTypeTag(tag) ? tag.typeExpression.type.getText() : '';
  const isParam = ts.isJSDocParameterTag(tag) || ts.isJSDocPropertyTag(tag);
  return {
    name: tag.tagName.text,
    text: `${type} ${plainText(tag.comment)}`.trim(),
    ...(isParam ? { param: tag.name.getText() } : {}),
    node: tag.tagName,
  };
}

function commentsOf(declaration: ts.Node): readonly ts.JSDoc[] {
  return ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
}
