import { Tool, ToolRegistry } from 'toolwright';

class Position {
  /** In degrees. */
  latitude: number = 0;
  longitude!: number;
  static origin: Position;
}

class Place extends Position {
  name?: string;
}

export class PlainClasses extends ToolRegistry {
  @Tool()
  visit(place: Place, from: Position): void {}
}
