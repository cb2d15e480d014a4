/** The path, from the name of its root on, such as '/workspace/notes.txt'. List '/' to see the roots. @minLength 1 @maxLength 1024 */
export type FilePath = string;

/** The text of a file. @description @maxLength 1000000 */
export type FileText = string;

/** The number of a line. @description @asType integer @minimum 1 @maximum 1000000000 */
export type LineNumber = number;
