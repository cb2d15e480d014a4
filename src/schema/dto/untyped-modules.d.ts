/** Where class-transformer keeps what its decorators said. The package has no types for this file. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: unknown;
}

/** What runs one validation. class-validator has its types elsewhere. */
declare module 'class-validator/cjs/validation/ValidationExecutor.js' {
  export const ValidationExecutor: unknown;
}
