import { QuickJsEngine } from 'toolwright/sandbox';
import { testEngine } from '../contracts/sandbox-engine.contract.js';

const engine = new QuickJsEngine();

afterAll(() => engine.close());

testEngine({ name: 'QuickJsEngine', engine: () => engine });
