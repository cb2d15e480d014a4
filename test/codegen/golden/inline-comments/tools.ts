import { Tool, ToolRegistry } from 'toolwright';

interface Range { from: number; /** The last day. @minimum 1 */ to: number }

interface Place {
  city: string; /** About the city. */
  /** The country. */ country?: string; /** The street. */ street?: string;
}

export class InlineComments extends ToolRegistry {
  @Tool()
  search(range: Range, where: { /** Near this place. */ place: Place; /* Not for models. */ limit: number }): void {}
}
