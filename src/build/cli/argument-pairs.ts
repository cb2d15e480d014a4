import { UsageFailure } from './shared/declaration.js';

/** An argument of a tool on the command line: `limit=5`, or `limit:=5` with a JSON text. */
export interface ArgumentPair {
  /** The name of the parameter. Dots separate the names of nested properties. */
  readonly key: string;
  readonly text: string;
  readonly isJson: boolean;
}

/** The arguments of a call on the command line. */
export interface WrittenArguments {
  /** The arguments as JSON text; '-' to read them from standard input. */
  readonly input?: string | undefined;
  readonly pairs?: readonly ArgumentPair[];
}

/**
 * Reads the arguments of a call: one JSON text, or pairs.
 *
 * @throws UsageFailure if there are several texts, or a text and pairs.
 */
export function readArguments(operands: readonly string[]): WrittenArguments {
  const pairs = operands.flatMap((operand) => readPair(operand) ?? []);
  if (pairs.length === operands.length) return pairs.length === 0 ? {} : { pairs };
  const [input] = operands;
  if (operands.length === 1) return { input };
  const other = operands.find((operand) => readPair(operand) === undefined);
  if (pairs.length > 0) {
    throw new UsageFailure(`'call' accepts one JSON text, or pairs such as limit=5. '${other}' is not a pair.`);
  }
  throw new UsageFailure("'call' accepts a module, a tool and one JSON text. Quote the text.");
}

/**
 * Reads the pairs of an option.
 *
 * @throws UsageFailure if one is not a pair.
 */
export function readPairs(texts: readonly string[], option: string): readonly ArgumentPair[] {
  return texts.map((text) => {
    const pair = readPair(text);
    // The text is not repeated, because it may be a secret.
    if (pair === undefined) throw new UsageFailure(`${option} must be <key>=<text> or <key>:=<json>.`);
    return pair;
  });
}

function readPair(operand: string): ArgumentPair | undefined {
  // A JSON text may contain the character too.
  const [, key, colon, text] = /^(?!\s*[{["])([^=]+?)(:?)=(.*)$/s.exec(operand) ?? [];
  return key === undefined || text === undefined ? undefined : { key, text, isJson: colon === ':' };
}
