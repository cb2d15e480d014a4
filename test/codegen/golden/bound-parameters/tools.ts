import { Bind, type Bound, Tool, ToolRegistry } from 'toolwright';
import { z } from 'zod';

interface User {
  id: string;
  close(): void;
}
type Tenant = Bound<string, 'session.tenant'>;

export class BoundParameters extends ToolRegistry {
  @Tool()
  find(query: string, tenant: Bound<string, 'session.tenant'>, limit: number = 10): void {}

  @Tool()
  read(tenant: Tenant, user: Bound<User, 'session.user'> | null, key: string, trace?: Bound<boolean, 'trace'>): void {}

  // A binding may state the same key, or options alone.
  @Tool({ bind: { tenant: 'session.tenant' } })
  list(
    @Bind('theme', { default: 'dark' }) theme: Bound<'dark' | 'light', 'theme'>,
    tenant: Tenant,
    page: number,
  ): void {}

  // If all else is bound, one object is the entire input.
  @Tool()
  place({ x, y = 0 }: { x: number; y?: number }, user: Bound<User, 'session.user'>): void {}

  @Tool({ inputSchema: z.object({ city: z.string() }) })
  weather(input: { city: string }, user?: Bound<User, 'session.user'>): void {}

  @Tool()
  echo(text: string, theme: Bound<'dark' | 'light', 'theme'>, user: Bound<User, 'session.user'>) {
    return { text, theme, user: user.id };
  }
}
