/** A text to work on. @description @maxLength 20000 */
export type InputText = string;

// More parts would only cost a model tokens.
/** The maximum number of returned parts. @description @asType integer @minimum 1 @maximum 5000 */
export type PartLimit = number;

/** A text that is repeated or removed. @description @minLength 1 @maxLength 100 */
export type ShortText = string;
