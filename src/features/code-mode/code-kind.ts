/** The kind of the executor of `run_code`. */
export const codeKind = 'code';

/** The name of the tool with which a model runs programs. */
export const runCodeName = 'run_code';
