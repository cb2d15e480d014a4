import { Tool, ToolRegistry } from 'toolwright';

export class OwnSchemas extends ToolRegistry {
  /** Takes what its schema says, whatever the types are. */
  @Tool({
    inputSchema: { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] },
    outputSchema: { type: 'object', properties: { area: { type: 'number' } } },
  })
  square(size: number): { area: number } {
    return { area: size * size };
  }
}
