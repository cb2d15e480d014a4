// Written by 'toolwright generate' from the project's types. Do not edit it: run the command again.
/* eslint-disable */
import { defineToolSchemas } from '../tool/metadata/index.js';
import { ArrayTools } from './arrays/array-tools.js';
import { CalculatorTools } from './calculator/calculator-tools.js';
import { DateTimeTools } from './datetime/date-time-tools.js';
import { ObjectTools } from './objects/object-tools.js';
import { StringTools } from './strings/string-tools.js';

defineToolSchemas(ArrayTools, {
  sort: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            by: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  path: {
                    type: 'string',
                    description:
                      'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]; empty for the item itself',
                    maxLength: 200,
                    default: '',
                  },
                  direction: { type: 'string', enum: ['ascending', 'descending'], default: 'ascending' },
                },
                additionalProperties: false,
              },
              description: 'The values to sort by, the most important first',
              maxItems: 5,
              default: [{}],
            },
          },
          required: ['items'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: {} },
  },
  filter: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            conditions: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  path: {
                    type: 'string',
                    description: 'The path in the item; empty for the item itself',
                    maxLength: 200,
                    default: '',
                  },
                  operator: {
                    type: 'string',
                    enum: [
                      'equals',
                      'not_equals',
                      'greater',
                      'greater_or_equal',
                      'less',
                      'less_or_equal',
                      'contains',
                      'starts_with',
                      'ends_with',
                      'in',
                      'exists',
                      'missing',
                    ],
                  },
                  value: { description: 'The value to compare with; not needed for exists and missing' },
                },
                required: ['operator'],
                additionalProperties: false,
              },
              minItems: 1,
              maxItems: 10,
            },
            match: { type: 'string', enum: ['all', 'any'], default: 'all' },
          },
          required: ['items', 'conditions'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: {} },
  },
  pluck: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            path: {
              type: 'string',
              description:
                'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]; empty for the item itself',
              maxLength: 200,
            },
          },
          required: ['items', 'path'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: {} },
  },
  group: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            by: {
              type: 'string',
              description:
                'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]; empty for the item itself',
              maxLength: 200,
            },
          },
          required: ['items', 'by'],
          additionalProperties: false,
        },
      },
    ],
    returns: {
      type: 'array',
      items: {
        type: 'object',
        properties: { key: {}, count: { type: 'integer' }, items: { type: 'array', items: {} } },
        required: ['count', 'items'],
        additionalProperties: false,
      },
    },
  },
  unique: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            by: {
              type: 'string',
              description:
                'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]; empty for the item itself',
              maxLength: 200,
              default: '',
            },
          },
          required: ['items'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: {} },
  },
  slice: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            start: { type: 'integer', minimum: -10000, maximum: 10000, default: 0 },
            end: { type: 'integer', minimum: -10000, maximum: 10000 },
          },
          required: ['items'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: {} },
  },
  chunk: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            size: { type: 'integer', minimum: 1, maximum: 5000 },
          },
          required: ['items', 'size'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: { type: 'array', items: {} } },
  },
  flatten: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            depth: { type: 'integer', minimum: 1, maximum: 60, default: 1 },
          },
          required: ['items'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: {} },
  },
  aggregate: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            operation: { type: 'string', enum: ['count', 'sum', 'average', 'min', 'max', 'median'] },
            path: {
              type: 'string',
              description:
                'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]; empty for the item itself',
              maxLength: 200,
              default: '',
            },
            groupBy: {
              type: 'string',
              description:
                'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]; empty for the item itself',
              maxLength: 200,
            },
          },
          required: ['items', 'operation'],
          additionalProperties: false,
        },
      },
    ],
  },
  join: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            separator: { type: 'string', maxLength: 100, default: ', ' },
            path: {
              type: 'string',
              description:
                'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]; empty for the item itself',
              maxLength: 200,
              default: '',
            },
          },
          required: ['items'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  combine: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            items: { type: 'array', items: {}, maxItems: 5000 },
            others: { type: 'array', items: {}, maxItems: 5000 },
            operation: { type: 'string', enum: ['union', 'intersection', 'difference', 'symmetric_difference'] },
            by: {
              type: 'string',
              description:
                'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]; empty for the item itself',
              maxLength: 200,
              default: '',
            },
          },
          required: ['items', 'others', 'operation'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: {} },
  },
});

defineToolSchemas(CalculatorTools, {
  calculate: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            expression: {
              type: 'string',
              description: 'The expression',
              minLength: 1,
              maxLength: 1000,
              examples: ['(12.5 + 7.5) * 3', '200 + 10%', 'sqrt(2) ^ 3'],
            },
          },
          required: ['expression'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string', description: 'The result' },
  },
});

defineToolSchemas(DateTimeTools, {
  now: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            zone: {
              type: 'string',
              description: 'An IANA time zone, such as Europe/Berlin',
              maxLength: 60,
              default: 'UTC',
            },
          },
          additionalProperties: false,
        },
      },
    ],
    returns: {
      type: 'object',
      properties: {
        iso: { type: 'string', description: 'The moment in the format ISO 8601' },
        date: { type: 'string' },
        weekday: { type: 'string' },
        dayOfWeek: { type: 'integer', description: '1 for Monday to 7 for Sunday' },
        dayOfYear: { type: 'integer' },
        weekOfYear: { type: 'integer', description: 'The week of ISO 8601' },
        daysInMonth: { type: 'integer' },
        isLeapYear: { type: 'boolean' },
        time: { type: 'string' },
        zone: { type: 'string' },
        offset: { type: 'string' },
        epochMilliseconds: { type: 'integer' },
      },
      required: ['iso', 'date', 'weekday', 'dayOfWeek', 'dayOfYear', 'weekOfYear', 'daysInMonth', 'isLeapYear'],
      additionalProperties: false,
    },
  },
  parse: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 100 },
            pattern: {
              type: 'string',
              description:
                "Fields yyyy MM M MMM MMMM dd d EEE EEEE HH H hh h a mm ss SSS XXX; text in quotes: d 'of' MMMM",
              maxLength: 60,
            },
            zone: { type: 'string', description: 'An IANA time zone, such as Europe/Berlin', maxLength: 60 },
            disambiguation: {
              type: 'string',
              enum: ['compatible', 'earlier', 'later', 'reject'],
              description:
                'How to read a local time that occurs twice or not at all when clocks change; compatible: the earlier of two, or after the gap',
              default: 'compatible',
            },
          },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
    returns: {
      type: 'object',
      properties: {
        iso: { type: 'string', description: 'The moment in the format ISO 8601' },
        date: { type: 'string' },
        weekday: { type: 'string' },
        dayOfWeek: { type: 'integer', description: '1 for Monday to 7 for Sunday' },
        dayOfYear: { type: 'integer' },
        weekOfYear: { type: 'integer', description: 'The week of ISO 8601' },
        daysInMonth: { type: 'integer' },
        isLeapYear: { type: 'boolean' },
        time: { type: 'string' },
        zone: { type: 'string' },
        offset: { type: 'string' },
        epochMilliseconds: { type: 'integer' },
      },
      required: ['iso', 'date', 'weekday', 'dayOfWeek', 'dayOfYear', 'weekOfYear', 'daysInMonth', 'isLeapYear'],
      additionalProperties: false,
    },
  },
  format: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            date: {
              type: 'string',
              description:
                'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
              maxLength: 80,
            },
            pattern: {
              type: 'string',
              description:
                "Fields yyyy MM M MMM MMMM dd d EEE EEEE HH H hh h a mm ss SSS XXX; text in quotes: d 'of' MMMM",
              maxLength: 60,
            },
            style: { type: 'string', enum: ['full', 'long', 'medium', 'short'], default: 'medium' },
            locale: { type: 'string', description: 'A language tag, such as en-GB', maxLength: 40, default: 'en' },
            zone: { type: 'string', description: 'An IANA time zone, such as Europe/Berlin', maxLength: 60 },
            disambiguation: {
              type: 'string',
              enum: ['compatible', 'earlier', 'later', 'reject'],
              description:
                'How to read a local time that occurs twice or not at all when clocks change; compatible: the earlier of two, or after the gap',
              default: 'compatible',
            },
          },
          required: ['date'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  add: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            date: {
              type: 'string',
              description:
                'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
              maxLength: 80,
            },
            years: { type: 'integer', minimum: -4000000000, maximum: 4000000000 },
            months: { type: 'integer', minimum: -4000000000, maximum: 4000000000 },
            weeks: { type: 'integer', minimum: -4000000000, maximum: 4000000000 },
            days: { type: 'integer', minimum: -4000000000, maximum: 4000000000 },
            hours: { type: 'integer', minimum: -4000000000, maximum: 4000000000 },
            minutes: { type: 'integer', minimum: -4000000000, maximum: 4000000000 },
            seconds: { type: 'integer', minimum: -4000000000, maximum: 4000000000 },
            overflow: {
              type: 'string',
              enum: ['constrain', 'reject'],
              description: 'Whether January 31 plus one month is the last day of February, or an error',
              default: 'constrain',
            },
            zone: { type: 'string', description: 'An IANA time zone, such as Europe/Berlin', maxLength: 60 },
            disambiguation: {
              type: 'string',
              enum: ['compatible', 'earlier', 'later', 'reject'],
              description:
                'How to read a local time that occurs twice or not at all when clocks change; compatible: the earlier of two, or after the gap',
              default: 'compatible',
            },
          },
          required: ['date'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string', description: 'The date in ISO 8601' },
  },
  difference: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            from: {
              type: 'string',
              description:
                'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
              maxLength: 80,
            },
            to: {
              type: 'string',
              description:
                'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
              maxLength: 80,
            },
            largestUnit: {
              type: 'string',
              enum: ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'],
              default: 'years',
            },
            zone: { type: 'string', description: 'An IANA time zone, such as Europe/Berlin', maxLength: 60 },
            disambiguation: {
              type: 'string',
              enum: ['compatible', 'earlier', 'later', 'reject'],
              description:
                'How to read a local time that occurs twice or not at all when clocks change; compatible: the earlier of two, or after the gap',
              default: 'compatible',
            },
          },
          required: ['from', 'to'],
          additionalProperties: false,
        },
      },
    ],
    returns: {
      type: 'object',
      properties: {
        duration: { type: 'string', description: 'In ISO 8601' },
        years: { type: 'number' },
        months: { type: 'number' },
        weeks: { type: 'number' },
        days: { type: 'number' },
        hours: { type: 'number' },
        minutes: { type: 'number' },
        seconds: { type: 'number' },
      },
      required: ['duration', 'years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'],
      additionalProperties: false,
    },
  },
  convertZone: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            date: {
              type: 'string',
              description:
                'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
              maxLength: 80,
            },
            zone: { type: 'string', description: 'An IANA time zone, such as Europe/Berlin', maxLength: 60 },
            toZone: { type: 'string', description: 'An IANA time zone, such as Europe/Berlin', maxLength: 60 },
            disambiguation: {
              type: 'string',
              enum: ['compatible', 'earlier', 'later', 'reject'],
              description:
                'How to read a local time that occurs twice or not at all when clocks change; compatible: the earlier of two, or after the gap',
              default: 'compatible',
            },
          },
          required: ['date', 'toZone'],
          additionalProperties: false,
        },
      },
    ],
    returns: {
      type: 'object',
      properties: {
        iso: { type: 'string', description: 'The moment in the format ISO 8601' },
        date: { type: 'string' },
        weekday: { type: 'string' },
        dayOfWeek: { type: 'integer', description: '1 for Monday to 7 for Sunday' },
        dayOfYear: { type: 'integer' },
        weekOfYear: { type: 'integer', description: 'The week of ISO 8601' },
        daysInMonth: { type: 'integer' },
        isLeapYear: { type: 'boolean' },
        time: { type: 'string' },
        zone: { type: 'string' },
        offset: { type: 'string' },
        epochMilliseconds: { type: 'integer' },
      },
      required: ['iso', 'date', 'weekday', 'dayOfWeek', 'dayOfYear', 'weekOfYear', 'daysInMonth', 'isLeapYear'],
      additionalProperties: false,
    },
  },
  findZones: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            search: { type: 'string', description: 'A part of the name, such as berlin', minLength: 2, maxLength: 60 },
          },
          required: ['search'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: { type: 'string' } },
  },
  convertCalendar: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            date: {
              type: 'string',
              description:
                'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
              maxLength: 80,
            },
            calendar: {
              type: 'string',
              enum: [
                'gregory',
                'buddhist',
                'japanese',
                'roc',
                'hebrew',
                'indian',
                'persian',
                'coptic',
                'ethiopic',
                'islamic-civil',
                'islamic-tbla',
                'islamic-umalqura',
              ],
            },
          },
          required: ['date', 'calendar'],
          additionalProperties: false,
        },
      },
    ],
    returns: {
      type: 'object',
      properties: {
        calendar: { type: 'string' },
        year: { type: 'integer' },
        month: { type: 'integer' },
        monthCode: { type: 'string', description: 'Differs from the month in calendars with leap months' },
        day: { type: 'integer' },
        era: { type: 'string' },
        eraYear: { type: 'integer' },
      },
      required: ['calendar', 'year', 'month', 'monthCode', 'day'],
      additionalProperties: false,
    },
  },
  addBusinessDays: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            date: {
              type: 'string',
              description:
                'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
              maxLength: 80,
            },
            days: { type: 'integer', minimum: -100000, maximum: 100000 },
            weekend: {
              type: 'array',
              items: { type: 'integer', minimum: 1, maximum: 7 },
              description: 'The days of the week without business: 1 for Monday to 7 for Sunday',
              maxItems: 6,
              default: [6, 7],
            },
            holidays: {
              type: 'array',
              items: { type: 'string', maxLength: 80 },
              description: 'Further dates without business',
              maxItems: 500,
              default: [],
            },
          },
          required: ['date', 'days'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string', description: 'The date in ISO 8601' },
  },
  countBusinessDays: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            from: {
              type: 'string',
              description:
                'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
              maxLength: 80,
            },
            to: {
              type: 'string',
              description:
                'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
              maxLength: 80,
            },
            weekend: {
              type: 'array',
              items: { type: 'integer', minimum: 1, maximum: 7 },
              description: 'The days of the week without business: 1 for Monday to 7 for Sunday',
              maxItems: 6,
              default: [6, 7],
            },
            holidays: {
              type: 'array',
              items: { type: 'string', maxLength: 80 },
              description: 'Further dates without business',
              maxItems: 500,
              default: [],
            },
          },
          required: ['from', 'to'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'integer' },
  },
});

defineToolSchemas(ObjectTools, {
  get: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            data: { description: 'An object or a list', type: ['object', 'array'] },
            path: {
              type: 'string',
              description: 'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]',
              maxLength: 500,
            },
            default: { description: 'The value if there is none', default: null },
          },
          required: ['data', 'path'],
          additionalProperties: false,
        },
      },
    ],
  },
  set: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            data: { description: 'An object or a list', type: ['object', 'array'] },
            path: {
              type: 'string',
              description: 'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]',
              maxLength: 500,
              minLength: 1,
            },
            value: { description: 'The new value' },
          },
          required: ['data', 'path', 'value'],
          additionalProperties: false,
        },
      },
    ],
    returns: { description: 'An object or a list', type: ['object', 'array'] },
  },
  delete: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            data: { description: 'An object or a list', type: ['object', 'array'] },
            paths: {
              type: 'array',
              items: {
                type: 'string',
                description: 'A path such as address.lines[0], with names in quotes if needed: prices["a.b"]',
                maxLength: 500,
              },
              minItems: 1,
              maxItems: 50,
            },
          },
          required: ['data', 'paths'],
          additionalProperties: false,
        },
      },
    ],
    returns: { description: 'An object or a list', type: ['object', 'array'] },
  },
  pick: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            object: { type: 'object' },
            names: { type: 'array', items: { type: 'string', maxLength: 200 }, minItems: 1, maxItems: 200 },
          },
          required: ['object', 'names'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'object' },
  },
  omit: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            object: { type: 'object' },
            names: { type: 'array', items: { type: 'string', maxLength: 200 }, minItems: 1, maxItems: 200 },
          },
          required: ['object', 'names'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'object' },
  },
  merge: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            objects: { type: 'array', items: { type: 'object' }, minItems: 1, maxItems: 50 },
            deep: { type: 'boolean', description: 'Whether objects in objects are merged, too', default: true },
            lists: { type: 'string', enum: ['replace', 'append'], default: 'replace' },
          },
          required: ['objects'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'object' },
  },
  list: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: { object: { type: 'object' }, what: { type: 'string', enum: ['keys', 'values', 'entries'] } },
          required: ['object', 'what'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: {} },
  },
  flatten: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: { data: { description: 'An object or a list', type: ['object', 'array'] } },
          required: ['data'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'object' },
  },
  compare: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            before: { description: 'An object or a list', type: ['object', 'array'] },
            after: { description: 'An object or a list', type: ['object', 'array'] },
          },
          required: ['before', 'after'],
          additionalProperties: false,
        },
      },
    ],
    returns: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          kind: { type: 'string', enum: ['added', 'removed', 'changed'] },
          before: {},
          after: {},
        },
        required: ['path', 'kind'],
        additionalProperties: false,
      },
    },
  },
  query: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            data: { description: 'An object or a list', type: ['object', 'array'] },
            expression: { type: 'string', description: 'The JMESPath expression', minLength: 1, maxLength: 1000 },
          },
          required: ['data', 'expression'],
          additionalProperties: false,
        },
      },
      { name: 'context', context: true },
    ],
  },
});

defineToolSchemas(StringTools, {
  changeCase: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            to: {
              type: 'string',
              enum: ['upper', 'lower', 'title', 'sentence', 'camel', 'pascal', 'snake', 'kebab', 'constant'],
            },
          },
          required: ['text', 'to'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  trim: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            side: { type: 'string', enum: ['both', 'start', 'end'], default: 'both' },
            characters: { type: 'string', minLength: 1, maxLength: 100, description: 'The characters to remove' },
          },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  split: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            by: {
              type: 'string',
              enum: ['separator', 'lines', 'words', 'sentences', 'characters'],
              default: 'separator',
            },
            separator: { type: 'string', minLength: 1, maxLength: 100, default: ',' },
            limit: { type: 'integer', minimum: 1, maximum: 5000, default: 1000 },
          },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'array', items: { type: 'string' } },
  },
  join: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            texts: { type: 'array', items: { type: 'string', maxLength: 20000 }, maxItems: 5000 },
            separator: { type: 'string', maxLength: 100, default: '' },
          },
          required: ['texts'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  replace: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            search: { type: 'string', minLength: 1, maxLength: 1000 },
            replacement: { type: 'string', maxLength: 1000 },
            pattern: {
              type: 'boolean',
              description: 'Whether search is a regular expression, without lookarounds and backreferences',
              default: false,
            },
            ignoreCase: { type: 'boolean', default: false },
            limit: {
              type: 'integer',
              minimum: 1,
              maximum: 5000,
              description: 'The maximum number of replacements',
              default: 5000,
            },
          },
          required: ['text', 'search', 'replacement'],
          additionalProperties: false,
        },
      },
      { context: true },
    ],
    returns: { type: 'string' },
  },
  search: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            search: { type: 'string', minLength: 1, maxLength: 1000 },
            pattern: {
              type: 'boolean',
              description: 'Whether search is a regular expression, without lookarounds and backreferences',
              default: false,
            },
            ignoreCase: { type: 'boolean', default: false },
            limit: { type: 'integer', minimum: 1, maximum: 5000, default: 100 },
          },
          required: ['text', 'search'],
          additionalProperties: false,
        },
      },
      { context: true },
    ],
    returns: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          index: { type: 'integer', description: 'The index of the first character, beginning at 0' },
          text: { type: 'string' },
          groups: { type: 'array', items: { type: ['string', 'null'] } },
        },
        required: ['index', 'text', 'groups'],
        additionalProperties: false,
      },
    },
  },
  count: {
    params: [
      {
        schema: {
          type: 'object',
          properties: { text: { type: 'string', maxLength: 10000 } },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
    returns: {
      type: 'object',
      properties: {
        characters: { type: 'integer' },
        words: { type: 'integer' },
        sentences: { type: 'integer' },
        lines: { type: 'integer' },
        bytes: { type: 'integer' },
      },
      required: ['characters', 'words', 'sentences', 'lines', 'bytes'],
      additionalProperties: false,
    },
  },
  pad: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            length: { type: 'integer', minimum: 0, maximum: 10000 },
            side: { type: 'string', enum: ['both', 'start', 'end'], default: 'start' },
            fill: { type: 'string', minLength: 1, maxLength: 100, default: ' ' },
          },
          required: ['text', 'length'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  truncate: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            length: { type: 'integer', minimum: 0, maximum: 20000 },
            ending: { type: 'string', maxLength: 20, default: '…' },
            atWord: { type: 'boolean', description: 'Whether to end after a whole word', default: false },
          },
          required: ['text', 'length'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  slugify: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            separator: { type: 'string', enum: ['-', '_', '.'], default: '-' },
          },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  encode: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            to: { type: 'string', enum: ['base64', 'base64url', 'hex', 'url', 'html'] },
          },
          required: ['text', 'to'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  decode: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            from: { type: 'string', enum: ['base64', 'base64url', 'hex', 'url', 'html'] },
          },
          required: ['text', 'from'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  hash: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', maxLength: 20000 },
            as: { type: 'string', enum: ['hex', 'base64', 'base64url'], default: 'hex' },
          },
          required: ['text'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
  fillTemplate: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: { template: { type: 'string', maxLength: 20000 }, values: { type: 'object' } },
          required: ['template', 'values'],
          additionalProperties: false,
        },
      },
    ],
    returns: { type: 'string' },
  },
});
