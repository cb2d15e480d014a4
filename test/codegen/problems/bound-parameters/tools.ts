import { Bind, type Bound, Tool, ToolRegistry } from 'toolwright';

export class BoundParameters extends ToolRegistry {
  @Tool()
  decorated(query: string, @Bind('session.user') tenant: Bound<string, 'session.tenant'>): void {}

  @Tool({ bind: { tenant: 'session.user' } })
  named(query: string, tenant: Bound<string, 'session.tenant'>): void {}

  @Tool({ bind: { tenant: { stateKey: 'session.user', optional: true } } })
  optional(query: string, tenant: Bound<string, 'session.tenant'>): void {}

  @Tool()
  computed(query: string, tenant: Bound<string, string>): void {}

  @Tool()
  twice(query: string, tenant: Bound<string, 'a'> | Bound<number, 'b'>): void {}

  @Tool()
  nested(order: { article: string; tenant: Bound<string, 'session.tenant'> }): void {}

  @Tool()
  listed(tenants: Bound<string, 'session.tenant'>[]): void {}
}
