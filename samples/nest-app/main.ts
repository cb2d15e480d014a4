import { NestFactory } from '@nestjs/core';
import { JwtService } from '@nestjs/jwt';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { describeUsage } from './welcome.js';

const adapters = { express: ExpressAdapter, fastify: FastifyAdapter };

// PORT, TASKS_DB, JWT_SECRET and APPROVAL_KEY are optional environment variables.
const [platform = 'express'] = process.argv.slice(2);
if (platform !== 'express' && platform !== 'fastify') throw new Error('The platform must be express or fastify.');
const app = await NestFactory.create(AppModule, new adapters[platform]());
app.enableShutdownHooks([], { useProcessExit: true });
await app.listen(Number(process.env.PORT ?? 3_000), '127.0.0.1');
console.log(describeUsage(await app.getUrl(), app.get(JwtService)));
