import { type OpenSchema, ts } from './compiler.js';
import { GenerationProblem } from './generation-problem.js';
import { inlineCommentOf } from './inline-comment.js';
import { LiteralSource, parseJsonOrText } from './literal-source.js';

/** The content of a documentation comment: the description, and the keywords that its tags declare. */
export interface Doc {
  readonly keywords: OpenSchema;
  /** Whether `@ignore` excludes the property from the schema. */
  readonly isIgnored: boolean;
}

/** A block tag of a comment. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
  /** The name of the parameter that a `@param` tag documents. */
  readonly param?: string;
  /** The node at whose location an invalid value is reported. */
  readonly node: ts.Node;
}

/** Returns the block tags of a declaration's own comments, in order. */
export function tagsOf(declaration: ts.Node): readonly DocTag[] {
  return commentsOf(declaration).flatMap((comment) => (comment.tags ?? []).flatMap(expandNestedTags).map(readTag));
}

/**
 * Returns the text of `@description`, which models read instead of the comment, and which may be empty. Without this tag,
 * returns the text before the first block tag, followed by the text of `@remarks`.
 */
export function descriptionOf(declaration: ts.Node): string | undefined {
  const tags = tagsOf(declaration);
  const stated = tags.find(({ name }) => name === 'description');
  if (stated !== undefined) return stated.text === '' ? undefined : stated.text;
  const summaries = commentsOf(declaration).map((comment) => toPlainText(comment.comment));
  const remarks = tags.filter(({ name }) => name === 'remarks');
  const parts = [...summaries, ...remarks.map(({ text }) => text)].filter((text) => text !== '');
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

/** Reads the comments of a declaration. */
export function docOf(declaration: ts.Node): Doc {
  const description = descriptionOf(declaration);
  const tags = tagsOf(declaration);
  const keywords = { ...(description === undefined ? {} : { description }), ...keywordsOf(tags) };
  return { keywords, isIgnored: tags.some(({ name }) => name === 'ignore') };
}

/** Reads the comments of the declaration of a property. Returns undefined for a property without a declaration. */
export function docOfSymbol({ valueDeclaration, declarations }: ts.Symbol): Doc | undefined {
  const declaration = valueDeclaration ?? declarations?.[0];
  return declaration === undefined ? undefined : docOf(declaration);
}

/** Checks whether a tag declares a keyword of JSON Schema. */
export function isKeywordTag({ name }: DocTag): boolean {
  return keywordOf(name) in readers || name === 'example';
}

/**
 * Reads the keywords that tags declare.
 *
 * @throws GenerationProblem if the value is not valid for the keyword.
 */
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
  additionalProperties: readFlag,
  deprecated: () => true,
  pattern: readPattern,
  format: readWord,
  type: readTypes,
  default: ({ text }) => new LiteralSource(text),
  const: ({ text }) => new LiteralSource(text),
  examples: readList,
};

/** Returns the keyword of a tag. typescript-json-schema uses `@asType` because JSDoc already defines `@type`. */
function keywordOf(tagName: string): string {
  const name = tagName.replace(/^TJS-/, '');
  return name === 'asType' ? 'type' : name;
}

function readNumber(tag: DocTag): number {
  const value = Number(tag.text);
  if (tag.text === '' || !Number.isFinite(value)) throw createTagProblem(tag, 'a number');
  return value;
}

function readCount(tag: DocTag): number {
  const value = readNumber(tag);
  if (!Number.isInteger(value) || value < 0) throw createTagProblem(tag, 'a non-negative integer');
  return value;
}

function readFlag(tag: DocTag): boolean {
  if (tag.text !== '' && tag.text !== 'true' && tag.text !== 'false') throw createTagProblem(tag, 'true or false');
  return tag.text !== 'false';
}

function readPattern(tag: DocTag): string {
  try {
    return new RegExp(tag.text, 'u').source && tag.text;
  } catch {
    throw createTagProblem(tag, 'a regular expression that is valid with the `u` flag');
  }
}

function readWord(tag: DocTag): string {
  if (!/^\S+$/.test(tag.text)) throw createTagProblem(tag, 'one word');
  return tag.text;
}

/** Reads the name of a type, or a JSON array of names. */
function readTypes(tag: DocTag): string | readonly unknown[] {
  return tag.text.startsWith('[') ? readList(tag) : readWord(tag);
}

function readList(tag: DocTag): readonly unknown[] {
  const value = parseJsonOrText(tag.text);
  if (!Array.isArray(value)) throw createTagProblem(tag, 'a JSON array');
  return value;
}

function createTagProblem({ name, text, node }: DocTag, expected: string): GenerationProblem {
  return new GenerationProblem(node, `@${name} expects ${expected}, but got '${text}'.`);
}

/** Returns the text of a comment with links replaced by their labels or targets. */
function toPlainText(comment: ts.JSDoc['comment']): string {
  const text = ts.getTextOfJSDocComment(comment) ?? '';
  return text
    .replaceAll(/\{@inheritDoc[^}]*\}/gi, '')
    .replaceAll(/\{@link(?:code|plain)?\s+([^}|\s]+)(?:\s*\|\s*|\s+)?([^}]*)\}/g, (_, target: string, label: string) =>
      label.trim() === '' ? target : label.trim(),
    )
    .replaceAll('\r\n', '\n')
    .trim();
}

/** Returns a tag and the tags nested in it: `@param {object} options` contains the tags of its properties. */
function expandNestedTags(tag: ts.JSDocTag): readonly ts.JSDocTag[] {
  const type = ts.isJSDocParameterTag(tag) ? tag.typeExpression?.type : undefined;
  return type !== undefined && ts.isJSDocTypeLiteral(type) ? [tag, ...(type.jsDocPropertyTags ?? [])] : [tag];
}

function readTag(tag: ts.JSDocTag): DocTag {
  const type = ts.isJSDocTypeTag(tag) ? tag.typeExpression.type.getText() : '';
  const isParam = ts.isJSDocParameterTag(tag) || ts.isJSDocPropertyTag(tag);
  return {
    name: tag.tagName.text,
    text: `${type} ${toPlainText(tag.comment)}`.trim(),
    ...(isParam ? { param: tag.name.getText() } : {}),
    node: tag.tagName,
  };
}

function commentsOf(declaration: ts.Node): readonly ts.JSDoc[] {
  const attached = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
  return attached.length > 0 ? attached : inlineCommentOf(declaration);
}
