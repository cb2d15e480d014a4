/** A NATS server with JetStream, on a free port and in a temporary folder. */
export interface NatsServer {
  readonly url: string;
  /** Kills the server, as a crash does. */
  kill(): Promise<void>;
  /** Starts the server again, with what it has stored. */
  restart(): Promise<void>;
  /** Ends the server, and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a server, and waits until it answers. */
export function startNatsServer(): Promise<NatsServer>;
