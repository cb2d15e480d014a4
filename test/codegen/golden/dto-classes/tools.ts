import { IsEmail, IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

export class NewUser {
  /** Shown to others. */
  @IsString()
  @MaxLength(20)
  name!: string;

  @IsEmail()
  email!: string;

  @IsInt()
  @Min(0)
  age: number = 18;

  /** How the user came to us. */
  @IsOptional()
  @IsString()
  source?: 'web' | 'phone';

  greet(): string {
    return `Hello ${this.name}`;
  }
}

export class DtoClasses extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  create(user: NewUser): void {
    this.received.push(user);
  }

  @Tool()
  replace(id: string, user: NewUser, before?: NewUser | null): void {
    this.received.push(user, before);
  }
}
