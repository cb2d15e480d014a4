import { Tool, type ToolDecorator, ToolRegistry } from 'toolwright';

const ReadTool = (description: string): ToolDecorator => Tool({ description, annotations: { readOnlyHint: true } });

class Library extends ToolRegistry {
  @ReadTool('Reads a page.')
  read(page: 1 | 2 | 3): string {
    return String(page);
  }

  @Tool({ enabled: false })
  burn(page: symbol): void {}

  plain(page: symbol): void {}
}

export { Library as DecoratorAliases };
