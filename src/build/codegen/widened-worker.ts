import { parentPort, workerData } from 'node:worker_threads';
import type { WidenedJob } from './widened-thread.js';
import { findWidenedTools } from './widened-tools.js';

const { project, tools } = workerData as WidenedJob;

// The purpose of this module: the compiler takes seconds, during which another thread responds to requests.
parentPort?.postMessage(findWidenedTools(project, tools));
