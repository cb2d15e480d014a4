/** A server that streams the calls of a toolkit at `/tools/:name/stream`. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}
