import { Module } from '@nestjs/common';
import { ToolkitModule } from 'toolwright/nest';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';

@Module({ imports: [ToolkitModule.forRoot()], controllers: [OrdersController], providers: [OrdersService] })
export class AppModule {}
