/** The reason why a link could not be opened, as its `cause`, with the place of the server. */
export class LinkFailure extends Error {
  /** The command or the URL of the server, in sentences for developers. */
  readonly place: string;

  constructor(cause: unknown, place: string) {
    super('The link could not be opened.', { cause });
    this.place = place;
  }
}
