import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/repository.js';

/** One TypeScript block of a page. */
export interface CodeBlock {
  /** `docs/schemas.md:12`: the line of its first line of code. */
  readonly at: string;
  /** The code to compile, on the same lines as in the page, so that messages name these lines. */
  readonly code: string;
  readonly decorators: 'legacy' | 'tc39';
  /** Whether it is run as a TypeScript file, with `toolwright/register`. */
  readonly isRegistered: boolean;
  /** Why it is not run; undefined for a block that is. */
  readonly notRun: string | undefined;
  /** The output that the block states. */
  readonly printed: string;
}

/** The pages that users read, as paths from the root. */
export function documentationPages(): readonly string[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.sort().map((name) => `docs/${name}`)];
}

export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** The text of a page without its code blocks. */
export function proseOf(page: string): string {
  return readPage(page).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
}

/** A heading of a page, with the anchor that GitHub and npm create for it. */
export interface Heading {
  readonly level: number;
  readonly anchor: string;
}

export function headingsOf(page: string): readonly Heading[] {
  return [...proseOf(page).matchAll(/^(#+) (.*)$/gm)].map(([, marks = '', heading = '']) => {
    const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
    return { level: marks.length, anchor: words.trim().replaceAll(/\s/g, '-') };
  });
}

export function anchorsOf(page: string): readonly string[] {
  return headingsOf(page).map(({ anchor }) => anchor);
}

/** The words behind the opening fences of a page's code blocks. */
export function fenceWords(page: string): readonly string[] {
  return fencesOf(page).map((fence) => fence.words);
}

/** A program of a page that needs the package of a folder in test/peers. Its block is marked `ts peer: name`. */
export interface PeerProgram {
  readonly at: string;
  readonly code: string;
  /** The folder in test/peers. */
  readonly peer: string;
  /** The output that the program states. */
  readonly printed: string;
}

/** The programs of a page that need packages in test/peers. */
export function peerProgramsOf(page: string): readonly PeerProgram[] {
  return fencesOf(page).flatMap(({ words, line, lines }) => {
    const [, peer] = /^ts peer: (\S+)$/.exec(words) ?? [];
    if (peer === undefined) return [];
    return [{ at: `${page}:${line}`, code: lines.join('\n'), peer, printed: printedLines(lines).join('\n') }];
  });
}

/**
 * The blocks of a page that are marked `ts`, and need no package in test/peers. Those of a page that are marked
 * `ts register` are one program, in which each block continues the one before.
 */
export function codeBlocksOf(page: string): readonly CodeBlock[] {
  return joinRegistered(fencesOf(page))
    .filter(({ words }) => /^ts(?! peer:)(\s|$)/.test(words))
    .map(({ words, line, lines }) => ({
      at: `${page}:${line}`,
      code: '\n'.repeat(line - 1) + lines.join('\n'),
      decorators: /^ts tc39\b/.test(words) ? 'tc39' : 'legacy',
      isRegistered: /^ts register\b/.test(words),
      notRun: /\bno-run:(.*)$/.exec(words)?.[1]?.trim(),
      printed: printedLines(lines).join('\n'),
    }));
}

/** Joins the blocks that are marked `ts register`. Each line keeps its number. */
function joinRegistered(fences: readonly Fence[]): readonly Fence[] {
  const [first, ...others] = fences.filter(({ words }) => words === 'ts register');
  if (first === undefined) return fences;
  const lines = [...first.lines];
  for (const { line, lines: next } of others) {
    const gap = Array.from({ length: line - first.line - lines.length }, () => '');
    lines.push(...gap, ...next);
  }
  return fences.flatMap((fence) => (fence === first ? [{ ...first, lines }] : others.includes(fence) ? [] : [fence]));
}

interface Fence {
  readonly words: string;
  readonly line: number;
  readonly lines: readonly string[];
}

function fencesOf(page: string): readonly Fence[] {
  const lines = readPage(page).split('\n');
  const fences: Fence[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = /^( *)(`{3,})(.*)$/.exec(lines[at] ?? '');
    if (opening === null) continue;
    const [, indent = '', mark = '', words = ''] = opening;
    const end = lines.indexOf(indent + mark, at + 1);
    if (end === -1) throw new Error(`${page}:${at + 1} opens a code block that never ends.`);
    // In a list, a block is indented as its item is.
    const code = lines.slice(at + 1, end).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    fences.push({ words: words.trim(), line: at + 2, lines: code });
    at = end;
  }
  return fences;
}

/** Matches `// → text`, which states the output. Lines below it that begin with `//   ` continue the output. */
function printedLines(lines: readonly string[]): readonly string[] {
  const printed: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const first = /\/\/ → (.*)$/.exec(line);
    const further = /^\s*\/\/(?: {3}(.*))?$/.exec(line);
    if (first !== null) printed.push(first[1] ?? '');
    else if (isOpen && further !== null) printed.push(further[1] ?? '');
    isOpen = first !== null || (isOpen && further !== null);
  }
  return printed;
}
