import { PartialType } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

class Hidden {
  @IsString()
  name!: string;
}

class Mapped extends PartialType(Hidden) {}

function named(): new () => { name: string } {
  return Hidden;
}

class Candidate extends named() {}

export class UnexportedDtos extends ToolRegistry {
  @Tool()
  add(dto: Hidden): void {}

  @Tool()
  addAll(options: { dtos: Hidden[] }): void {}

  @Tool()
  change(dto: Mapped): void {}

  @Tool()
  rename(dto: Candidate): void {}

  // What goes out needs no class.
  @Tool()
  get(): Hidden {
    return new Hidden();
  }
}
