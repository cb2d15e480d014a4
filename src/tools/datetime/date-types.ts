/** In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin] @maxLength 80 */
export type DateText = string;

/** An IANA time zone, such as Europe/Berlin @maxLength 60 */
export type ZoneName = string;

/** Fields yyyy MM M MMM MMMM dd d EEE EEEE HH H hh h a mm ss SSS XXX; text in quotes: d 'of' MMMM @maxLength 60 */
export type DatePattern = string;

/** An amount of one unit of time. @description @asType integer @minimum -4000000000 @maximum 4000000000 */
export type Amount = number;

/** A day of the week: 1 for Monday to 7 for Sunday. @description @asType integer @minimum 1 @maximum 7 */
export type DayOfWeek = number;

/** A date without business. @description @maxLength 80 */
export type Holiday = string;
