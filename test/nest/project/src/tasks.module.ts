import { type CanActivate, type ExecutionContext, Injectable, Module, UseGuards } from '@nestjs/common';
import { IsInt, IsString, Min } from 'class-validator';
import { Tool } from 'toolwright';
import { TasksRepository } from './tasks.repository.js';

export class NewTask {
  @IsString()
  title!: string;

  @IsInt()
  @Min(1)
  priority: number = 3;
}

@Injectable()
export class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().user?.role === 'admin';
  }
}

@Injectable()
export class TasksService {
  constructor(private readonly repository: TasksRepository) {}

  @Tool({ description: 'Add a task.' })
  add(task: NewTask): string {
    return `${this.repository.insert(task.title)}: ${task.title}, priority ${task.priority}`;
  }

  @Tool({ description: 'Remove all tasks.' })
  @UseGuards(AdminGuard)
  purge(): string {
    return 'purged';
  }
}

@Module({ providers: [TasksService, TasksRepository], exports: [TasksService] })
export class TasksModule {}
