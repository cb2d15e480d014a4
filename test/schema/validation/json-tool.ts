import { type JsonSchema, ToolSpec } from 'toolwright';

/** A tool over one schema that gives back the arguments it received. */
export function toolOf(inputSchema: JsonSchema, name = 'search'): ToolSpec {
  return ToolSpec.create({ name, inputSchema, executor: { kind: 'test', execute: (args) => args } });
}

/** What a model is told of arguments that are refused. */
export async function refusal(inputSchema: JsonSchema, args: unknown): Promise<string> {
  const { error } = await toolOf(inputSchema).exec(args);
  expect(error?.code).toBe('invalid_parameters');
  return error?.toText() ?? '';
}

/** The same without the words that every refusal begins with. */
export async function issuesIn(inputSchema: JsonSchema, args: unknown): Promise<readonly string[]> {
  return (await refusal(inputSchema, args)).replace("Invalid arguments for 'search': ", '').split('; ');
}

/** A schema for an object with these properties, all optional. */
export function objectOf(properties: Readonly<Record<string, JsonSchema>>, rest: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, ...rest };
}
