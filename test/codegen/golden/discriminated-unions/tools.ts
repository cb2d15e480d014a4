import { Tool, ToolRegistry } from 'toolwright';

interface Circle {
  kind: 'circle';
  radius: number;
}

interface Rectangle {
  kind: 'rectangle';
  width: number;
  height: number;
}

type Shape = Circle | Rectangle;

export class DiscriminatedUnions extends ToolRegistry {
  @Tool()
  draw(shape: Shape): void {}

  @Tool()
  drawAll(shapes: Shape[], frame: Shape): void {}
}
