import { Tool, ToolRegistry } from 'toolwright';

export class Overloads extends ToolRegistry {
  /** Looks a word up. */
  lookUp(word: string, language: 'en' | 'de'): string;
  lookUp(numbers: number[]): number;
  @Tool()
  lookUp(what: string | number[], language?: string, isExact: boolean = false): string | number {
    return typeof what === 'string' ? `${what} ${language} ${isExact}` : what.length;
  }
}
