import { Tool, ToolRegistry } from 'toolwright';

interface Headers {
  [name: string]: string | undefined;
  accept: string;
  etag?: string;
}

export class IndexSignatures extends ToolRegistry {
  @Tool()
  fetch(url: string, headers: Headers): void {}

  @Tool()
  tally(votes: { [candidate: string]: number }, total?: number): void {}
}
