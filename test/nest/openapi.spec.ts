import 'toolwright/dto';
import 'reflect-metadata';
import { type CanActivate, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsString, ValidateNested } from 'class-validator';
import { Tool } from 'toolwright';
import { HideUnauthorized, ToolkitModule } from 'toolwright/nest';

class Line {
  @IsString()
  product!: string;
}

class Order {
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];
}

@Injectable()
class Deny implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

class Orders {
  @Tool({ description: 'Place an order' })
  place(order: Order): number {
    return order.lines.length;
  }

  @Tool()
  @HideUnauthorized(Deny)
  purge(): string {
    return 'purged';
  }
}

describe('the OpenAPI document', () => {
  it('describes the routes with the schemas of the tools', async () => {
    @Module({
      imports: [ToolkitModule.forRoot({ http: { path: 'tools' }, mcp: { path: 'mcp' } })],
      providers: [Orders],
    })
    class AppModule {}
    const app = await NestFactory.create(AppModule, { logger: false });
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    expect(Object.keys(paths)).toEqual(['/tools', '/tools/approvals', '/tools/{tool}', '/tools/{tool}/stream']);
    const { post } = paths['/tools/{tool}'] ?? {};
    expect(post).toMatchObject({
      summary: 'Calls a tool with the arguments in the body.',
      parameters: [{ name: 'tool', in: 'path', schema: { enum: ['place'] } }],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              oneOf: [
                {
                  title: 'place',
                  description: 'Place an order',
                  properties: { lines: { type: 'array', items: { properties: { product: { type: 'string' } } } } },
                },
              ],
            },
          },
        },
      },
    });
    await app.close();
  });
});
