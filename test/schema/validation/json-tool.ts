import { type JsonSchema, ToolSpec } from 'toolwright';

/** Creates a tool with one schema that returns its arguments. */
export function toolOf(inputSchema: JsonSchema, name = 'search'): ToolSpec {
  return ToolSpec.create({ name, inputSchema, executor: { kind: 'test', execute: (args) => args } });
}

/** Returns the message that a model receives for rejected arguments. */
export async function rejectionOf(inputSchema: JsonSchema, args: unknown): Promise<string> {
  const { error } = await toolOf(inputSchema).exec(args);
  expect(error?.code).toBe('invalid_parameters');
  return error?.toText() ?? '';
}

/** Returns the issues in the message for rejected arguments. */
export async function issuesIn(inputSchema: JsonSchema, args: unknown): Promise<readonly string[]> {
  return (await rejectionOf(inputSchema, args)).replace("Invalid arguments for 'search': ", '').split('; ');
}

/** A schema for an object with these properties, all optional. */
export function objectOf(properties: Readonly<Record<string, JsonSchema>>, rest: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, ...rest };
}
