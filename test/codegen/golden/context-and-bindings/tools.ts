import { Bind, Ctx, Tool, ToolContext, ToolRegistry } from 'toolwright';

interface Session {
  user: string;
  close(): void;
}

export class ContextAndBindings extends ToolRegistry {
  @Tool()
  log(text: string, context: ToolContext, level?: 'info' | 'warn'): void {}

  @Tool({ bind: { token: 'auth.token' }, ctx: 'call' })
  send(to: string, @Bind('session') session: Session, token: string, call: unknown): void {}

  @Tool()
  wait(@Ctx() call: Pick<ToolContext, 'signal'>, ms: number): void {}

  // Beside what is bound, one pattern needs no name.
  @Tool()
  place(@Bind() user: string, { x, y = 0 }: { x: number; y?: number }): void {}
}
