import { Tool, ToolRegistry } from 'toolwright';

// biome-ignore format: the comments are within a line.
interface Range { from: number; /** The last day. @minimum 1 */ to: number }

// biome-ignore format: the comments are within a line.
interface Place {
  city: string; /** About the city. */
  /** The country. */ country?: string; /** The street. */ street?: string;
}

export class InlineComments extends ToolRegistry {
  // biome-ignore format: the comments are within a line.
  @Tool()
  search(range: Range, where: { /** Near this place. */ place: Place; /* Not for models. */ limit: number }): void {}
}
