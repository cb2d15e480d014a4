import { Tool, ToolRegistry } from 'toolwright';

export class OptionalTuples extends ToolRegistry {
  @Tool()
  slice(range: [number, number?], step: [by?: number, from?: 'start' | 'end']): void {}
}
