/** A server of the Model Context Protocol with one tool, which the project starts as a process. */
import { Tool, Toolkit, ToolRegistry } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';

class Notes extends ToolRegistry {
  readonly #notes: string[] = [];

  @Tool({ description: 'Adds a note' })
  add(text: string): string {
    this.#notes.push(text);
    return `There are ${this.#notes.length} notes.`;
  }
}

const toolkit = new Toolkit();
toolkit.register(new Notes());
await serveMcp(toolkit, { transport: 'stdio' });
