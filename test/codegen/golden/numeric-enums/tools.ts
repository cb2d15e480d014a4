import { Tool, ToolRegistry } from 'toolwright';

// biome-ignore lint/style/noEnum: what this golden is about
enum Weekday {
  Monday = 1,
  Tuesday,
  Sunday = 7,
}

// biome-ignore lint/style/noEnum: what this golden is about
enum Access {
  None,
  Read = 1 << 0,
  Write = 1 << 1,
  All = Read | Write,
}

// biome-ignore lint/style/noEnum: what this golden is about
enum Answer {
  No = 0,
  Yes = 'yes',
}

export class NumericEnums extends ToolRegistry {
  @Tool()
  open(day: Weekday, access: Access, answer: Answer): void {}
}
