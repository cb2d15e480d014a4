import { Tool, ToolRegistry } from 'toolwright';

interface Server {
  host: string;
}

export class Records extends ToolRegistry {
  @Tool()
  configure(
    env: Record<string, string>,
    flags: Record<'dark' | 'compact', boolean>,
    servers: Record<string, Server>,
  ): void {}

  @Tool()
  label(labels: Record<string, string>): void {}

  @Tool()
  // biome-ignore lint/suspicious/noExplicitAny: what this golden is about
  store(data: Record<string, unknown>, extra?: Record<string, any>): void {}
}
