import { existsSync } from 'node:fs';
import type { ToolSpec } from '../../index.js';
import { findOpenTools } from '../codegen/open-tools.js';
import { messageOf } from './shared/message-of.js';

/**
 * Describes the parameters that are published with a wider type than their TypeScript type. Without tsconfig.json in the
 * current folder, or without typescript-json-schema, the types are unknown and the result is empty.
 */
export async function findWidened(specs: readonly ToolSpec[]): Promise<readonly string[]> {
  const tools = findOpenTools(specs.filter(({ kind }) => kind === 'native' || kind === 'nest'));
  if (tools.length === 0 || !existsSync('tsconfig.json')) return [];
  try {
    const { findWidenedTools } = await import('../codegen/widened-tools.js');
    return findWidenedTools('tsconfig.json', tools);
  } catch (error) {
    if (messageOf(error).includes('typescript-json-schema')) return [];
    throw error;
  }
}
