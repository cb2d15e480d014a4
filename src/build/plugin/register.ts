import { registerModuleHooks } from './module-hooks.js';

// The purpose of this module: `node --import toolwright/register app.ts`.
registerModuleHooks();
