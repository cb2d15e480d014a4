import { Tool, ToolRegistry } from 'toolwright';

class UnexportedClasses extends ToolRegistry {
  @Tool()
  first(): void {}

  @Tool()
  second(): void {}
}

function make(): object {
  return new (class extends ToolRegistry {
    @Tool()
    inner(): void {}
  })();
}

export const all = [new UnexportedClasses(), make()];
