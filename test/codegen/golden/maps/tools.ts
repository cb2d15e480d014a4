import { Tool, ToolRegistry } from 'toolwright';

export class Maps extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  score(points: Map<string, number>, births: ReadonlyMap<string, Date>, teams?: Map<'red' | 'blue', string[]>): void {
    this.received.push(points, births, teams);
  }
}
