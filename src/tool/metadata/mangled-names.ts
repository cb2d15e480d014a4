import { memoize } from '../../base/values/memoize.js';
import type { ParamMetadata } from './param-metadata.js';
import { splitAtCommas } from './source-literals.js';
import { type Callable, textOf } from './source-params.js';
import { type SourceToken, tokenize } from './source-tokens.js';

// Minifiers give each parameter one letter, or two in very large scopes.
const longestMangledName = 2;

/**
 * Returns the names of arguments that are known only from source text in which a minifier renamed them. An empty list
 * if no minifier did, or the author confirmed the names.
 *
 * @param source - The class of the method, or the function.
 */
export function findMangledNames(
  params: readonly ParamMetadata[],
  source: Callable,
  confirmed: 'source' | undefined,
): readonly string[] {
  if (confirmed === 'source') return [];
  const names = params.flatMap(({ name, role, isNamedBySource }) =>
    isNamedBySource && role === 'argument' && name !== undefined ? [name] : [],
  );
  const areShort = names.length > 0 && names.every((name) => name.length <= longestMangledName);
  return areShort && isMangled(source) ? names : [];
}

const isMangled = memoize((source: Callable) => isMangledText(textOf(source)));

/**
 * Checks whether a minifier renamed the parameters in the text of a class or a function. A name that a minifier would
 * have renamed, and did not, shows that none did. Otherwise, a short name of the class or its base class, renamed
 * parameters in this package, or the lack of the author's white space show that one did. The latter does not if a parameter
 * of a function has a name that minifiers rarely give.
 */
export function isMangledText(text: string): boolean {
  const tokens = tokenize(text) ?? [];
  if (tokens.length === 0 || renamableNames(tokens).some((name) => name.length > longestMangledName)) return false;
  const hasShortName = classNamesIn(tokens).some((name) => name.length <= longestMangledName);
  const isCompact = !tokens.some(({ isSpaced }) => isSpaced) && !hasUnlikelyName(tokens);
  return hasShortName || isCompact || isPackageMangled();
}

// Minifiers give the most frequent letters first, in this order or one that depends on the file.
const letters = 'etnriaoscludfpmhgvybxwkjqz';
const deviation = 15;

/**
 * Checks whether a parameter of a function has a name that no minifier gives among so few names, such as `b`. Compilers
 * that remove white space only, such as tsx, leave no other trace in the text of a small function.
 */
function hasUnlikelyName(tokens: readonly SourceToken[]): boolean {
  if (tokens[0]?.text === 'class') return false;
  const short = tokens.filter(({ kind, text }) => kind === 'word' && text.length <= longestMangledName);
  const likely = letters.slice(0, new Set(short.map(({ text }) => text)).size + deviation);
  return renamableNames(tokens).some((name) => !likely.includes(name));
}

/** Returns the names of a class and its base class. The base class has a name only if it is a variable. */
function classNamesIn(tokens: readonly SourceToken[]): readonly string[] {
  const head = tokens.slice(0, headLength);
  if (head[0]?.text !== 'class') return [];
  const names = head.filter(({ kind, text }, at) => {
    const before = head[at - 1]?.text;
    return kind === 'word' && text !== 'extends' && (before === 'class' || before === 'extends');
  });
  return names.map(({ text }) => text);
}

const declaringWords: ReadonlySet<string | undefined> = new Set(['const', 'let', 'var', 'extends', 'function']);
const heads: ReadonlySet<string | undefined> = new Set(['if', 'while', 'for', 'with', 'switch']);

// The name of a function itself is preserved if it is exported.
const headLength = 4;

/** Returns the names that a minifier would rename: parameters, local variables, the base class, names of esbuild. */
function renamableNames(tokens: readonly SourceToken[]): readonly string[] {
  return tokens.flatMap(({ kind, text, close }, at) => {
    const before = tokens[at - 1]?.text;
    if (close !== undefined && text === '(') return heads.has(before) ? [] : parametersIn(tokens, at);
    if (kind !== 'word') return [];
    const isDeclared = declaringWords.has(before) && !(before === 'function' && at < headLength);
    const isRenamable = isDeclared || tokens[at + 1]?.text === '=>' || isOfEsbuild(text, before);
    return isRenamable ? [text] : [];
  });
}

/** Checks whether a name is a helper of esbuild, or the name that it gives a class within itself, such as `_Orders`. */
function isOfEsbuild(name: string, before: string | undefined): boolean {
  return ['__name', '__async', '__asyncGenerator'].includes(name) || (before === 'class' && /^_[A-Z]/.test(name));
}

/** Returns the names of the parameters in brackets, or an empty list if no body follows them. */
function parametersIn(tokens: readonly SourceToken[], open: number): readonly string[] {
  const close = tokens[open]?.close ?? open;
  if (!['{', '=>'].includes(tokens[close + 1]?.text ?? '')) return [];
  return splitAtCommas(tokens, { from: open + 1, to: close }).flatMap(({ from }) => {
    const target = tokens[from]?.text === '...' ? tokens[from + 1] : tokens[from];
    return target?.kind === 'word' ? [target.text] : [];
  });
}

/** Checks whether the minifier of an app renamed the parameters of this package, which is in the same bundle. */
function isPackageMangled(): boolean {
  return !textOf(specimen).includes('unchangedName');
}

function specimen(unchangedName: unknown): unknown {
  return unchangedName;
}
