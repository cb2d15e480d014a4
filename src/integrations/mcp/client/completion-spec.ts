import { isCleanText } from '../../../base/text/clean-text.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { CompletionQuery } from '../../../tool/metadata/offer-options.js';
import { createSpec, type ToolSpec } from '../../../tool/spec/tool-spec.js';
import type { OfferSpecParts } from './offer-spec-parts.js';
import { sendRequest } from './send-request.js';

// The specification allows at most 100 values in one answer (server/utilities/completion).
const maxValues = 100;
const longestValue = 1_000;

const inputSchema = {
  type: 'object',
  properties: {
    ref: { type: 'string' },
    argument: { type: 'string' },
    value: { type: 'string' },
    entered: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['ref', 'argument', 'value', 'entered'],
} as const;

/** The settings of the completion of a server. */
export interface CompletionSpecParts extends OfferSpecParts {
  /** The name of the spec. */
  readonly name: string;
  /** Returns the server's name of a prompt; undefined for the template of a resource. */
  readonly promptOf: (name: string) => string | undefined;
}

/** Creates the spec with which a server completes the arguments of its prompts and templates. */
export function createCompletionSpec(parts: CompletionSpecParts): ToolSpec {
  const { name, owner, sender, limitsOfCalls, promptOf } = parts;
  const spec = createSpec(
    {
      name,
      inputSchema,
      annotations: { readOnlyHint: true },
      ...limitsOfCalls,
      executor: {
        kind: 'mcp',
        execute: async (args, context) => {
          const { ref, argument, value, entered } = args as unknown as CompletionQuery;
          const prompt = promptOf(ref);
          const params = {
            ref: prompt === undefined ? { type: 'ref/resource', uri: ref } : { type: 'ref/prompt', name: prompt },
            argument: { name: argument, value },
            ...(Object.keys(entered).length === 0 ? {} : { context: { arguments: entered } }),
          };
          const request = { method: 'completion/complete', params, toolName: name, remoteName: prompt ?? ref } as const;
          return valuesIn(await sendRequest(sender, request, context));
        },
      },
    },
    undefined,
  );
  return spec.offering(Object.freeze({ kind: 'completion', owner }));
}

function valuesIn(answer: unknown): readonly string[] {
  const { completion } = isRecord(answer) ? answer : {};
  const { values } = isRecord(completion) ? completion : {};
  if (!Array.isArray(values)) return [];
  const texts = values.filter((one): one is string => typeof one === 'string' && one.length <= longestValue);
  return texts.filter(isCleanText).slice(0, maxValues);
}
