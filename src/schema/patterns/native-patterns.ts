import { DefinitionError } from '../../base/errors/errors.js';
import type { CompiledPattern } from './pattern-compiler.js';

/**
 * Compiles a pattern with JavaScript's engine, which backtracks. No limit applies, so that its states are not counted.
 *
 * @throws DefinitionError if the pattern is invalid with the flag `u`, which JSON Schema requires.
 */
export function compileNativePattern(source: string): CompiledPattern {
  const regExp = compileRegExp(source);
  return Object.freeze({ source, test: (text: string) => regExp.test(text), states: 0 });
}

function compileRegExp(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DefinitionError(`the pattern ${JSON.stringify(source)} does not compile: ${reason}.`, { cause });
  }
}
