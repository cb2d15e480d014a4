import { getMetadataStorage, validate } from 'class-validator';
import type { PrivateModules } from './private-modules.js';
import { createValidate, type Validate } from './rule-executor.js';

/** Loads the function that validates instances with class-validator and rejects unknown properties. */
export async function loadValidate({ loadRuleExecutor }: PrivateModules): Promise<Validate> {
  const storage = getMetadataStorage();
  const Executor = await loadRuleExecutor(storage);
  if (Executor !== undefined) return createValidate({ Executor, storage, options: strictOptions });
  return (instance) => validate(instance, strictOptions);
}

const strictOptions = Object.freeze({ whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
