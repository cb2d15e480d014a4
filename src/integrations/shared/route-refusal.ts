/** An error that refuses a request to a route of tools, with its HTTP status. */
export class RouteRefusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  override get name(): string {
    return 'RouteRefusal';
  }
}
