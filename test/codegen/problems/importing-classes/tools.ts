import '../toolwright.gen.js';
import { Tool, ToolRegistry } from 'toolwright';

export class Importing extends ToolRegistry {
  @Tool()
  find(query: string): string {
    return query;
  }
}
