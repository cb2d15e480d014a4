import { randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import { ToolkitModule } from 'toolwright/nest';
import { telemetry } from 'toolwright/telemetry';
import { AuthModule } from './auth/auth.module.js';
import type { AuthenticatedRequest } from './auth/user.js';
import { TasksModule } from './tasks/tasks.module.js';
import { tracer } from './tracing.js';

@Module({
  imports: [
    AuthModule,
    TasksModule,
    ToolkitModule.forRoot({
      // Deletions that are called here are decided on at /tools/approvals. MCP clients ask their user.
      http: { path: '/tools', approver: () => 'later' },
      mcp: { path: '/mcp' },
      state: ({ user }: AuthenticatedRequest) => ({ tenant: user.tenant }),
      approvalKey: process.env.APPROVAL_KEY ?? randomBytes(32),
      use: [telemetry({ tracer })],
    }),
  ],
})
export class AppModule {}
