/** The module in which class-transformer stores the metadata of its decorators. The package has no types for it. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: unknown;
}

/** The module that runs one validation. class-validator has no types for this path. */
declare module 'class-validator/cjs/validation/ValidationExecutor.js' {
  export const ValidationExecutor: unknown;
}
