/** How a call ends that rejects. It is not thrown before it has to be: that costs a third of what refusing arguments does. */
export class Rejection {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** What a call gives that ended so. Throws what it rejects with. */
export function given<T>(end: T | Rejection): T {
  if (end instanceof Rejection) throw end.reason;
  return end;
}
