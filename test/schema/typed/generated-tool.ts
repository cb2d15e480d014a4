import { Tool, ToolRegistry, type ToolSpec } from 'toolwright';
import { defineToolSchemas, type GeneratedSchema, type GeneratedTool } from 'toolwright/generated';

type Definitions = GeneratedTool['$defs'];

/** Creates a tool with an argument of a generated type and another one, which returns the received value. */
export function valueTool(schema: GeneratedSchema, $defs?: Definitions): ToolSpec {
  class Tools extends ToolRegistry {
    @Tool()
    run(value: unknown, other?: unknown): unknown {
      return value;
    }
  }
  const params = [
    { name: 'value', schema },
    { name: 'other', schema: { type: 'string' }, optional: true },
  ];
  defineToolSchemas(Tools, { run: { params, $defs } });
  return new Tools().toolSpec('run');
}

/** Creates a tool whose only parameter has a generated type, and which returns the received value. */
export function soleTool(schema: GeneratedSchema, $defs?: Definitions): ToolSpec {
  class Tools extends ToolRegistry {
    @Tool()
    run(value: unknown): unknown {
      return value;
    }
  }
  defineToolSchemas(Tools, { run: { params: [{ name: 'value', schema }], $defs } });
  return new Tools().toolSpec('run');
}

/** Returns the value that the method receives for the argument `value`. */
export function receive(schema: GeneratedSchema, value: unknown, $defs?: Definitions): Promise<unknown> {
  return valueTool(schema, $defs).call({ value });
}

/** Returns the error message for a rejected argument `value`. */
export async function refuse(schema: GeneratedSchema, value: unknown, $defs?: Definitions): Promise<string> {
  const { error } = await valueTool(schema, $defs).exec({ value });
  expect(error?.code).toBe('invalid_parameters');
  return error?.toText().replace("Invalid arguments for 'run': ", '') ?? '';
}

/** Returns the published schema of the argument `value`. */
export function published(schema: GeneratedSchema, $defs?: Definitions): unknown {
  const { params, inputSchema } = valueTool(schema, $defs);
  return inputSchema.$defs === undefined ? params.value : { ...(params.value as object), $defs: inputSchema.$defs };
}

/** Returns the paths of all objects in a value that are not frozen. */
export function unfrozenIn(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, member]) => unfrozenIn(member, `${path}/${key}`));
  return Object.isFrozen(value) ? inside : [path, ...inside];
}
