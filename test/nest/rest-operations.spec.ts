import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Tool } from 'toolwright';
import { ToolkitModule } from 'toolwright/nest';
import { Rest } from 'toolwright/rest';

class Orders {
  readonly restOptions = { baseUrl: 'https://api.example.com' };

  @Tool()
  @Rest({ method: 'GET', path: '/orders/{id}' })
  getOrder(id: string): unknown {
    return id;
  }
}

class AppModule {}

describe('ToolkitModule', () => {
  it('refuses a method that declares an HTTP operation', async () => {
    const module = { module: AppModule, imports: [ToolkitModule.forRoot()], providers: [Orders] };
    const creating = NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    await expect(creating).rejects.toThrow('Orders.getOrder declares an operation, which ToolkitModule does not run.');
  });
});
