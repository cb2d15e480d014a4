import { DefinitionError, NotFoundError, OutputValidationError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { object, string } from '../../base/options/option-rules.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { CompletionQuery } from '../../tool/metadata/offer-options.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { callerOf, type OfferCallOptions, type OfferScope, runEntry } from './offer-call.js';

/** The argument that is completed. */
export interface CompletionRequest {
  /** The prompt or the template of resources that has the argument. */
  readonly ref: { readonly prompt: string } | { readonly resource: string };
  readonly argument: string;
  /** The text that the user has typed. */
  readonly value: string;
  /** The other arguments that the user has entered. @default none */
  readonly entered?: Readonly<Record<string, string>> | undefined;
}

const requestNames: OptionNames<CompletionRequest> = { ref: object, argument: string, value: string, entered: object };

const promptNames = { prompt: string };
const resourceNames = { resource: string };

/**
 * Returns the values with which a text continues: those of the method that completes the argument, or else the values of
 * its enum, `true` and `false`, or its examples.
 *
 * @throws NotFoundError if there is no such prompt, template or argument.
 * @throws ToolError if the completing method failed. OutputValidationError if it did not return texts.
 */
export async function completeArgument(
  scope: OfferScope,
  request: CompletionRequest,
  options: OfferCallOptions,
): Promise<readonly string[]> {
  checkOptionNames(request, requestNames, 'completeArgument');
  const { ref, argument, value, entered = {} } = request;
  if (!isRecord(ref)) throw new DefinitionError('completeArgument: ref must be { prompt } or { resource }.');
  checkOptionNames(ref, 'prompt' in ref ? promptNames : resourceNames, 'completeArgument: ref');
  const { runner, table, resources } = scope;
  const candidates =
    'prompt' in ref
      ? table.prompts.filter(({ entry }) => entry.spec.name === ref.prompt)
      : resources.filter(({ offer }) => offer.uri === ref.resource);
  const [found] = runner.selection.usable(candidates, callerOf(scope, options));
  const what = 'prompt' in ref ? `prompt '${ref.prompt}'` : `resource '${ref.resource}'`;
  if (found === undefined) throw new NotFoundError(`There is no ${what}.`);
  const properties = propertiesOf(found.entry.spec.inputSchema);
  const schema = Object.hasOwn(properties, argument) ? properties[argument] : undefined;
  if (schema === undefined) throw new NotFoundError(`The ${what} has no argument '${argument}'.`);
  return completionsOf(scope, { entry: found.entry, argument, value, entered, schema }, options);
}

/** What is known of the argument that is completed. */
export interface CompletedArgument {
  readonly entry: ToolEntry;
  readonly argument: string;
  readonly value: string;
  readonly entered: Readonly<Record<string, string>>;
  readonly schema: JsonSchema;
}

/** Returns the completions of an argument of an entry. */
export async function completionsOf(
  scope: OfferScope,
  { entry, argument, value, entered, schema }: CompletedArgument,
  options: OfferCallOptions,
): Promise<readonly string[]> {
  const { runner, table } = scope;
  const method = table.completion(entry, argument);
  if (method === undefined) return knownValues(schema).filter((one) => startsWith(one, value));
  // A caller who may use the prompt, but not the method that completes it, receives no values.
  if (runner.selection.usable([{ entry: method }], callerOf(scope, options)).length === 0) return [];
  const input = inputOf(method, { entry, argument, value, entered });
  const { data } = await runEntry(runner, method, { input, options, method: 'completeArgument' });
  if (Array.isArray(data) && data.every((one) => typeof one === 'string')) return data;
  throw new OutputValidationError(
    `'${method.spec.name}' must return an array of texts, with which '${argument}' continues.`,
    {
      toolName: method.spec.name,
    },
  );
}

/** Returns the arguments of the method that completes an argument. */
function inputOf(
  { spec: method }: ToolEntry,
  { entry, argument, value, entered }: Omit<CompletedArgument, 'schema'>,
): Readonly<Record<string, unknown>> {
  const { offer } = method;
  if (offer?.kind === 'completion' && offer.argument === undefined) {
    const { name, offer: completed } = entry.origin ?? entry.spec;
    const ref = completed?.kind === 'resource' ? completed.uri : name;
    return { ref, argument, value, entered } satisfies CompletionQuery;
  }
  const [first, ...others] = Object.keys(propertiesOf(method.inputSchema));
  const input: Record<string, unknown> = Object.fromEntries(
    others.flatMap((name) => (Object.hasOwn(entered, name) ? [[name, entered[name]]] : [])),
  );
  return first === undefined ? input : { ...input, [first]: value };
}

/** Returns the properties of the schema of all arguments. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties } = schema as { readonly properties?: unknown };
  return isRecord(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {};
}

/** Returns the values that a schema names. */
function knownValues(schema: JsonSchema): readonly string[] {
  const { enum: values, const: only, type, examples } = schema as Readonly<Record<string, unknown>>;
  if (Array.isArray(values)) return values.map(String);
  if (only !== undefined) return [String(only)];
  if (type === 'boolean') return ['true', 'false'];
  return Array.isArray(examples) ? examples.filter((one) => ['string', 'number'].includes(typeof one)).map(String) : [];
}

function startsWith(value: string, typed: string): boolean {
  return value.toLowerCase().startsWith(typed.toLowerCase());
}
