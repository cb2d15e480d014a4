import './toolwright.gen.js';
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { Toolkit } from 'toolwright';
import { toolHandler } from 'toolwright/http';
import { Shop } from './shop.js';

const toolkit = new Toolkit({ approvalKey: randomBytes(32) });
toolkit.register(new Shop());
const tools = toolHandler(toolkit, { approver: () => 'later' });
export const app = new Hono();
app.all('/tools/*', ({ req }) => tools.fetch(req.raw));
