import { Module } from '@nestjs/common';
import { ToolkitModule } from 'toolwright/nest';
import { DatabaseModule } from '../database/database.module.js';
import { TasksRepository } from './tasks.repository.js';
import { TasksTools } from './tasks.tools.js';

@Module({
  imports: [
    DatabaseModule,
    ToolkitModule.forFeature({
      groups: {
        editing: { description: 'Tools for members, which change tasks', active: true },
        administration: { description: 'Tools for administrators, which delete tasks', active: true },
      },
    }),
  ],
  providers: [TasksRepository, TasksTools],
})
export class TasksModule {}
