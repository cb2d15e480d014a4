import { Tool, ToolRegistry } from 'toolwright';

interface Draft {
  title?: string;
  words?: number;
}

export class RequiredAndReadonly extends ToolRegistry {
  @Tool()
  publish(draft: Required<Draft>, original: Readonly<Draft>, both: Readonly<Required<Draft>>): void {}
}
