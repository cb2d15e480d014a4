import { DefinitionError } from '../../base/errors/errors.js';
import { estimateStates } from './estimate-states.js';
import type { CompiledPattern, PatternCompiler } from './pattern-compiler.js';
import { translatePattern } from './translate-pattern.js';

/** The part of the package re2js that compiles and runs patterns. */
export interface Re2 {
  translateRegExp(source: string): string;
  compile(source: string): { programSize(): number; test(text: string): boolean };
}

/** The limits of the linear-time engine. */
export interface PatternLimits {
  /** The largest number of states of a compiled pattern. */
  readonly patternStates: number;
}

// The number of compiled patterns to store. Servers repeat patterns; a hostile one must not fill the memory.
const maxStored = 1_000;

/**
 * Creates a compiler that runs patterns in linear time, with an automaton instead of backtracking. It supports the
 * patterns of JavaScript, except for lookarounds, backreferences and some Unicode properties.
 */
export function createLinearPatterns(re2: Re2, { patternStates }: PatternLimits): PatternCompiler {
  const stored = new Map<string, CompiledPattern>();
  return (source) => {
    const known = stored.get(source);
    if (known !== undefined) return known;
    const compiled = compilePattern(re2, source, patternStates);
    if (stored.size >= maxStored) stored.clear();
    stored.set(source, compiled);
    return compiled;
  };
}

function compilePattern(re2: Re2, source: string, maxStates: number): CompiledPattern {
  // Compiling takes time in proportion to the states, so that the estimate is checked first.
  checkStates(source, estimateStates(source), maxStates);
  const program = compileProgram(re2, source);
  const states = program.programSize();
  checkStates(source, states, maxStates);
  return Object.freeze({ source, test: (text: string) => program.test(text), states });
}

function compileProgram(re2: Re2, source: string): ReturnType<Re2['compile']> {
  try {
    return re2.compile(re2.translateRegExp(translatePattern(source)));
  } catch (error) {
    throw new DefinitionError(
      `the pattern ${shorten(source)} cannot be matched in linear time, because it uses a lookaround, a backreference ` +
        'or a Unicode property that the engine does not support. Write the pattern without it.',
      { cause: error },
    );
  }
}

function checkStates(source: string, states: number, maxStates: number): void {
  if (states <= maxStates) return;
  throw new DefinitionError(
    `the pattern ${shorten(source)} compiles to ${states} states; at most ${maxStates} are allowed (patternStates).`,
  );
}

function shorten(source: string): string {
  return JSON.stringify(source.length > 60 ? `${source.slice(0, 60)}…` : source);
}
