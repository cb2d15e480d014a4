import { Module } from '@nestjs/common';
import { ToolkitModule } from 'toolwright/nest';
import { OrdersService } from './orders.service';

@Module({
  // Every caller may call these tools. `guards` of `http` and `mcp` authenticate the requests.
  imports: [ToolkitModule.forRoot({ http: { path: '/tools' }, mcp: { path: '/mcp' } })],
  providers: [OrdersService],
})
export class AppModule {}
