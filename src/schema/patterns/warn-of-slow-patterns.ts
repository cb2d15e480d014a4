import { emitWarning } from '../../base/errors/emit-warning.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { eachSchema, isRecord } from '../json-schema/schema-walk.js';
import { isExponential } from './is-exponential.js';

/** Emits a process warning for each pattern of an author's schema that can take exponential time to match. */
export function warnOfSlowPatterns(schema: JsonSchema, where: string): void {
  eachSchema(schema, ({ pattern, patternProperties }) => {
    const sources = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
    for (const source of typeof pattern === 'string' ? [pattern, ...sources] : sources) {
      if (!isExponential(source)) continue;
      emitWarning(
        `${where}: the pattern ${JSON.stringify(source)} can take exponential time to match, so that arguments can block ` +
          "the process. Set patterns: 'linear' in the options of the tool, or write the pattern without ambiguity.",
      );
    }
  });
}
