import type { ToolSpec } from '../../../index.js';
import { createFinding, type Finding } from './finding.js';

type Export = (spec: ToolSpec, onWarning: (message: string) => void) => unknown;

/** How the providers receive a tool that do not support all of JSON Schema. */
const providers: Readonly<Record<string, Export>> = {
  'OpenAI (strict)': (spec, onWarning) => spec.toOpenAI({ strict: true, onWarning }),
  Anthropic: (spec, onWarning) => spec.toAnthropic({ onWarning }),
  Gemini: (spec, onWarning) => spec.toGemini({ onWarning }),
};

// What a provider leaves out of a schema without accepting other values: annotations, and alternatives that accept none.
const harmless = /: '(?:\$comment|title|default|examples|deprecated|readOnly|writeOnly)'$|: no value is accepted$/;
const maxShown = 3;

/** Finds what providers do not receive of the schema of a tool. Calls are still validated by the whole schema. */
export function checkProviders(spec: ToolSpec): readonly Finding[] {
  const { name: tool } = spec;
  return Object.entries(providers).flatMap(([provider, exportTo]): readonly Finding[] => {
    const lost = problemsOf(spec, exportTo);
    if (lost.length === 0) return [];
    const further = lost.length > maxShown ? ` and ${lost.length - maxShown} more` : '';
    const message = `${provider} does not receive all of its schema: ${lost.slice(0, maxShown).join('; ')}${further}.`;
    return [createFinding('weakened-schema', 'note', { tool, about: provider, message })];
  });
}

function problemsOf(spec: ToolSpec, exportTo: Export): readonly string[] {
  const messages: string[] = [];
  try {
    exportTo(spec, (message) => messages.push(message));
  } catch (error) {
    messages.push(error instanceof Error ? error.message : String(error));
  }
  // Each message is a sentence with a list.
  const listed = messages.flatMap((message) =>
    message
      .replace(/^.*?: (?=\S)/s, '')
      .replace(/\.$/, '')
      .split('; '),
  );
  return listed.filter((problem) => !harmless.test(problem));
}
