import { Param, Tool, Toolkit, ToolRegistry } from 'toolwright';
import { mcpHandler } from 'toolwright/mcp';

class Calculator extends ToolRegistry {
  @Tool({ description: 'Adds two numbers.' })
  add(@Param({ type: Number }) first: number, @Param({ type: Number }) second: number): number {
    return first + second;
  }

  @Tool({ description: 'Counts.' })
  async *count(@Param({ type: Number }) to: number): AsyncGenerator<string> {
    for (let index = 1; index <= to; index++) yield `${index} `;
  }
}

const toolkit = new Toolkit();
toolkit.register(new Calculator(), { group: 'basic' });
/** An MCP endpoint for clients of both protocol versions. */
export const mcp = mcpHandler(toolkit, { sessions: false, pageSize: 1 });
