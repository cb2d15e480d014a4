/** A request that is ready to be sent. */
export interface RestRequest {
  readonly method: string;
  readonly url: URL;
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | FormData | undefined;
  /** The names of the headers that are not sent to another origin. @default those that are never sent there */
  readonly privateHeaders?: readonly string[] | undefined;
}
