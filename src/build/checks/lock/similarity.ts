import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { ToolDefinition } from './definition.js';
import { shareOf, wordsIn } from './texts/word-sets.js';

/** Returns how similar two definitions are, from 0 to 1: which part of their words and parameters they share. */
export function similarityOf(one: ToolDefinition, other: ToolDefinition): number {
  const words = wordSimilarity(one, other);
  const parameters = shareOf(parametersIn(one), parametersIn(other));
  return words * 0.6 + parameters * 0.4;
}

/** Returns which part of the words of their descriptions two definitions share, from 0 to 1. */
export function wordSimilarity(one: ToolDefinition, other: ToolDefinition): number {
  return shareOf(wordsIn(one.description), wordsIn(other.description));
}

function parametersIn({ inputSchema }: ToolDefinition): ReadonlySet<string> {
  const { properties = {} } = inputSchema;
  return new Set(
    Object.entries(properties).map(
      ([name, schema]) => `${name} ${isRecord(schema) ? JSON.stringify(schema.type) : ''}`,
    ),
  );
}
