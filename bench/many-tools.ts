import { Toolkit, ToolSpec } from 'toolwright';
import { freshSchema, search } from './tools.js';

/** Specs with schemas that nobody has seen before. */
export function createSpecs(count: number): readonly ToolSpec[] {
  return createSchemas(count).map(createSpec);
}

/** As many schemas, each an object of its own. */
export function createSchemas(count: number): readonly ReturnType<typeof freshSchema>[] {
  return Array.from({ length: count }, (_, index) => freshSchema(index));
}

/** One spec of many. */
export function createSpec(inputSchema: ReturnType<typeof freshSchema>, index: number): ToolSpec {
  return ToolSpec.fromFunction(search, { name: `search_${index}`, inputSchema });
}

/** A toolkit with all of them. */
export function createToolkit(specs: readonly ToolSpec[]): Toolkit {
  const toolkit = new Toolkit();
  for (const spec of specs) toolkit.register(spec);
  return toolkit;
}
