import { DateTimeTools } from 'toolwright/builtin';

const tools = new DateTimeTools();

const call = (name: string, args: object): Promise<unknown> => tools.toolSpec(name).call(args);
const messageOf = async (name: string, args: object): Promise<string | undefined> =>
  (await tools.toolSpec(name).exec(args)).error?.message;

const isoOf = async (args: object): Promise<unknown> =>
  ((await call('datetime_parse', args)) as { readonly iso: string }).iso;

describe('DateTimeTools', () => {
  it('returns the current time in a zone', async () => {
    const before = Date.now();
    const now = (await call('datetime_now', { zone: 'Asia/Tokyo' })) as { readonly epochMilliseconds: number };
    expect(now).toMatchObject({ zone: 'Asia/Tokyo', offset: '+09:00', iso: expect.stringMatching(/\[Asia\/Tokyo\]$/) });
    expect(now.epochMilliseconds).toBeGreaterThanOrEqual(before);
    expect(await call('datetime_now', {})).toMatchObject({ zone: 'UTC' });
    expect(await messageOf('datetime_now', { zone: 'Nope/Nope' })).toMatch(/^Invalid zone: /);
  });

  it('describes a date', async () => {
    expect(await call('datetime_parse', { text: '2028-02-29' })).toEqual({
      iso: '2028-02-29',
      date: '2028-02-29',
      weekday: 'Tuesday',
      dayOfWeek: 2,
      dayOfYear: 60,
      weekOfYear: 9,
      daysInMonth: 29,
      isLeapYear: true,
    });
  });

  it.each([
    [{ text: '2026-03-29T14:30' }, '2026-03-29T14:30:00'],
    [{ text: '2026-03-29 14:30:05' }, '2026-03-29T14:30:05'],
    [{ text: '2026-03-29T14:30+02:00' }, '2026-03-29T14:30:00+02:00'],
    [{ text: '2026-03-29T14:30Z' }, '2026-03-29T14:30:00+00:00'],
    [{ text: '2026-03-29T14:30[Europe/Berlin]' }, '2026-03-29T14:30:00+02:00[Europe/Berlin]'],
    [{ text: '2026-03-29T14:30Z', zone: 'Europe/Berlin' }, '2026-03-29T16:30:00+02:00[Europe/Berlin]'],
    [{ text: 'Tue, 24 Mar 2026 10:00:00 +0100' }, '2026-03-24T10:00:00+01:00'],
    [{ text: '4 Mar 2026 10:00 GMT' }, '2026-03-04T10:00:00+00:00'],
    [{ text: '1700000000' }, '2023-11-14T22:13:20+00:00'],
    [{ text: '1700000000123' }, '2023-11-14T22:13:20.123+00:00'],
    [{ text: '29.3.2026', pattern: 'd.M.yyyy' }, '2026-03-29'],
    [{ text: '03/29/2026 5:07 pm', pattern: 'MM/dd/yyyy h:mm a' }, '2026-03-29T17:07:00'],
    [{ text: 'Sunday, 29 March 2026', pattern: 'EEEE, d MMMM yyyy' }, '2026-03-29'],
    [
      { text: '29-Mar-2026 12:00:01.250 +02:00', pattern: 'd-MMM-yyyy HH:mm:ss.SSS XXX' },
      '2026-03-29T12:00:01.25+02:00',
    ],
    [{ text: '12 o 2026-03-29 AM', pattern: "hh 'o' yyyy-MM-dd a" }, '2026-03-29T00:00:00'],
  ])('parses %j', async (args, iso) => {
    expect(await isoOf(args)).toBe(iso);
  });

  it.each([
    [{ text: 'tomorrow' }, 'write a date as 2026-03-29'],
    [{ text: '2026-02-30' }, 'Invalid text'],
    [{ text: '0000-01-01' }, 'the year must be between 1 and 9999'],
    [{ text: '2026-03-29[u-ca=hebrew]' }, 'the calendar iso8601 only'],
    [{ text: '2026-03-29T14:30+01:00[Europe/Berlin]' }, 'Invalid text'],
    [{ text: '29', pattern: 'dd' }, 'it needs the year, the month and the day'],
    [{ text: 'x', pattern: 'dd.MM.yyyy' }, 'it does not match the pattern dd.MM.yyyy'],
    [{ text: 'x', pattern: 'QQ' }, "'QQ' is no field; the fields are yyyy"],
    [{ text: '1 1', pattern: 'd d' }, 'a field occurs twice'],
  ])('refuses to parse %j', async (args, problem) => {
    expect(await messageOf('datetime_parse', args)).toContain(problem);
  });

  it('reads a local time that occurs twice, or not at all, as the argument says', async () => {
    const zone = 'Europe/Berlin';
    const [gap, twice] = ['2026-03-29T02:30', '2026-10-25T02:30'];
    expect(await isoOf({ text: gap, zone })).toBe('2026-03-29T03:30:00+02:00[Europe/Berlin]');
    expect(await isoOf({ text: gap, zone, disambiguation: 'earlier' })).toBe(
      '2026-03-29T01:30:00+01:00[Europe/Berlin]',
    );
    expect(await isoOf({ text: twice, zone })).toBe('2026-10-25T02:30:00+02:00[Europe/Berlin]');
    expect(await isoOf({ text: twice, zone, disambiguation: 'later' })).toBe(
      '2026-10-25T02:30:00+01:00[Europe/Berlin]',
    );
    for (const text of [gap, twice]) {
      expect(await messageOf('datetime_parse', { text, zone, disambiguation: 'reject' })).toMatch(/^Invalid text/);
    }
  });

  it('formats with a pattern', async () => {
    const pattern = "EEEE, d 'of' MMMM yyyy 'at' h:mm a XXX";
    const date = '2026-03-29T14:05[Europe/Berlin]';
    expect(await call('datetime_format', { date, pattern })).toBe('Sunday, 29 of March 2026 at 2:05 PM +02:00');
    expect(await call('datetime_format', { date: '2026-03-09', pattern: 'EEE dd.MM.yyyy', locale: 'de' })).toBe(
      'Mo 09.03.2026',
    );
    expect(await messageOf('datetime_format', { date: '2026-03-29', pattern: 'HH:mm' })).toBe(
      'Invalid pattern: the date has no hour for the field HH.',
    );
  });

  it('formats in the style of a language', async () => {
    expect(await call('datetime_format', { date: '2026-03-29', locale: 'de', style: 'long' })).toBe('29. März 2026');
    const text = await call('datetime_format', { date: '2026-03-29T14:30Z', zone: 'America/New_York', style: 'short' });
    expect(String(text).replaceAll(/\s/g, ' ')).toBe('3/29/26, 10:30 AM');
    expect(await call('datetime_format', { date: '2026-03-29T14:30', locale: 'fr', style: 'full' })).toContain(
      'dimanche',
    );
    expect(await messageOf('datetime_format', { date: '2026-03-29', locale: '!!' })).toMatch(/^Invalid locale/);
  });

  it.each([
    [{ date: '2026-01-31', months: 1 }, '2026-02-28'],
    [{ date: '2026-03-31', months: -1, years: 2 }, '2028-02-29'],
    [{ date: '2026-01-31', weeks: 1, days: -1 }, '2026-02-06'],
    [{ date: '2026-01-31', hours: 25 }, '2026-02-01T01:00:00'],
    [{ date: '2026-01-31T10:00', minutes: -30, seconds: 5 }, '2026-01-31T09:30:05'],
    [{ date: '2026-03-28T12:00[Europe/Berlin]', days: 1 }, '2026-03-29T12:00:00+02:00[Europe/Berlin]'],
    [{ date: '2026-03-28T12:00[Europe/Berlin]', hours: 24 }, '2026-03-29T13:00:00+02:00[Europe/Berlin]'],
    [{ date: '2026-03-28' }, '2026-03-28'],
  ])('adds %j', async (args, expected) => {
    expect(await call('datetime_add', args)).toBe(expected);
  });

  it('refuses results outside its range, and overflowing days on request', async () => {
    expect(await messageOf('datetime_add', { date: '2026-01-31', months: 1, overflow: 'reject' })).toMatch(
      /^Invalid months/,
    );
    expect(await messageOf('datetime_add', { date: '2026-01-31', years: 9_000 })).toBe(
      'Invalid years: the year must be between 1 and 9999.',
    );
    expect(await messageOf('datetime_add', { date: '2026-01-31', years: 4_000_000_000 })).toMatch(/^Invalid years/);
  });

  it.each([
    [
      { from: '2026-01-31', to: '2026-12-25' },
      { duration: 'P10M25D', months: 10, days: 25 },
    ],
    [
      { from: '2026-01-31', to: '2026-12-25', largestUnit: 'days' },
      { duration: 'P328D', days: 328 },
    ],
    [
      { from: '2026-01-31', to: '2026-12-25', largestUnit: 'weeks' },
      { duration: 'P46W6D', weeks: 46, days: 6 },
    ],
    [
      { from: '2026-12-25', to: '2026-12-24T12:00', largestUnit: 'hours' },
      { duration: '-PT12H', hours: -12 },
    ],
    [
      { from: '2026-03-28T12:00[Europe/Berlin]', to: '2026-03-29T12:00', largestUnit: 'hours' },
      { duration: 'PT23H', hours: 23 },
    ],
    [
      { from: '2026-03-28T12:00Z', to: '2026-03-28T14:30:01+02:00' },
      { duration: 'PT30M1S', minutes: 30, seconds: 1 },
    ],
  ])('returns the difference of %j', async (args, expected) => {
    const zeros = { years: 0, months: 0, weeks: 0, days: 0, hours: 0, minutes: 0, seconds: 0 };
    expect(await call('datetime_difference', args)).toEqual({ ...zeros, ...expected });
  });

  it('converts between zones, and finds their names', async () => {
    const args = { date: '2026-03-29T14:30', zone: 'Europe/Berlin', toZone: 'America/New_York' };
    expect(await call('datetime_convert_zone', args)).toMatchObject({ time: '08:30:00', offset: '-04:00' });
    expect(await messageOf('datetime_convert_zone', { date: '2026-03-29T14:30', toZone: 'UTC' })).toBe(
      'Invalid date: a time without an offset needs the argument zone.',
    );
    expect(await call('datetime_find_zones', { search: 'new york' })).toEqual(['America/New_York']);
  });

  it.each([
    ['hebrew', { year: 5786, monthCode: 'M07', day: 11 }],
    ['japanese', { era: 'reiwa', eraYear: 8, month: 3 }],
    ['persian', { year: 1405, month: 1, day: 9 }],
    ['islamic-umalqura', { year: 1447, month: 10, day: 10 }],
  ])('converts to the calendar %s', async (calendar, expected) => {
    const converted = await call('datetime_convert_calendar', { date: '2026-03-29', calendar });
    expect(converted).toMatchObject({ calendar, ...expected });
  });

  it('adds business days', async () => {
    const holidays = ['2026-12-25', '2026-12-26'];
    const add = (args: object): Promise<unknown> => call('datetime_add_business_days', { holidays, ...args });
    expect(await add({ date: '2026-12-24', days: 1 })).toBe('2026-12-28');
    expect(await add({ date: '2026-12-28', days: -1 })).toBe('2026-12-24');
    expect(await add({ date: '2026-12-25', days: 0 })).toBe('2026-12-28');
    expect(await add({ date: '2026-12-24', days: 1, weekend: [5, 6] })).toBe('2026-12-27');
    expect(await messageOf('datetime_add_business_days', { date: '9999-12-01', days: 100 })).toBe(
      'Invalid days: the year must be between 1 and 9999.',
    );
  });

  it('counts business days, including both ends', async () => {
    const period = { from: '2026-12-01', to: '2026-12-31' };
    expect(await call('datetime_count_business_days', period)).toBe(23);
    expect(await call('datetime_count_business_days', { ...period, holidays: ['2026-12-25', '2026-12-26'] })).toBe(22);
    expect(await messageOf('datetime_count_business_days', { from: period.to, to: period.from })).toBe(
      'Invalid to: the period must not end before it begins.',
    );
    expect(await messageOf('datetime_count_business_days', { from: '0500-01-01', to: period.to })).toBe(
      'Invalid to: the period has more than 250000 days.',
    );
  });
});
