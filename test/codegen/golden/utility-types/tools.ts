import { Tool, ToolRegistry } from 'toolwright';

type Event = { kind: 'click'; x: number } | { kind: 'key'; code: string } | { kind: 'blur' };

type State = 'draft' | 'live' | 'gone';

function parse(text: string, base: number): { value: number } {
  return { value: Number.parseInt(text, base) };
}

export class UtilityTypes extends ToolRegistry {
  @Tool()
  handle(
    event: Extract<Event, { kind: 'key' }>,
    state: Exclude<State, 'gone'>,
    must: NonNullable<string | null>,
  ): void {}

  @Tool()
  reflect(args: Parameters<typeof parse>, result: ReturnType<typeof parse>, later: Awaited<Promise<number>>): void {}
}
