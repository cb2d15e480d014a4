declare module 'class-validator/cjs/validation/ValidationUtils.js' {
  export const ValidationUtils: {
    replaceMessageSpecialTokens(message: unknown, place: unknown): unknown;
  };
}
