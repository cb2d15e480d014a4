import { Tool, ToolRegistry } from 'toolwright';

// biome-ignore lint/style/noEnum: what this golden is about
enum Unit {
  Metre = 'm',
  Foot = 'ft',
}

// biome-ignore lint/style/noEnum: what this golden is about
enum Speed {
  Slow,
  Fast,
}

const pageSize = 25;

const limits = { most: 100 } as const;

export class NamedDefaults extends ToolRegistry {
  @Tool()
  measure(unit: Unit = Unit.Metre, speed = Speed.Fast, size: number = pageSize, most: number = limits.most): void {}
}
