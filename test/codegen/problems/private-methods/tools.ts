import { Tool, ToolRegistry } from 'toolwright';

export class PrivateMethods extends ToolRegistry {
  @Tool()
  private find(query: string): string {
    return query;
  }

  @Tool()
  protected async buy(): Promise<void> {}

  @Tool()
  public list(): string {
    return this.find('tea');
  }
}
