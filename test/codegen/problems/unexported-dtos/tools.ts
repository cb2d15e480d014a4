import { IsString } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

class Hidden {
  @IsString()
  name!: string;
}

export class UnexportedDtos extends ToolRegistry {
  @Tool()
  add(dto: Hidden): void {}

  @Tool()
  addAll(options: { dtos: Hidden[] }): void {}

  // What goes out needs no class.
  @Tool()
  get(): Hidden {
    return new Hidden();
  }
}
