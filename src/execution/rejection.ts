/** How a call ends that rejects. It is thrown as late as can be: that costs more than judging arguments. */
export class Rejection {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** What a call gives that ended so. Throws what it rejects with. */
export function orThrow<T>(end: T | Rejection): T {
  if (end instanceof Rejection) throw end.reason;
  return end;
}
