import { type RuleEntry, stringSchema } from './rule-entry.js';
import { byKeyword, byNote, byPattern, noteOf } from './string-rules.js';

/** The rules on strings for networks, dates and times, colours and software. */
export const formatRules: readonly RuleEntry[] = [
  byKeyword('IsEmail', 'isEmail', { format: 'email' }),
  byKeyword('IsUrl', 'isUrl', { format: 'uri' }),
  byKeyword('IsFQDN', 'isFqdn', { format: 'hostname' }),
  {
    decorator: 'IsIP',
    rule: 'isIp',
    coverage: 'hint',
    description: '`format: ipv4` or `ipv6` for that version; else a description',
    toSchema: ([version]) => {
      if (`${version}` === '4' || `${version}` === '6') return stringSchema({ format: `ipv${version}` });
      return stringSchema({ description: 'An IPv4 or IPv6 address.' });
    },
  },
  byNote('IsPort', 'isPort', 'A port number from 0 to 65535, as text.'),
  byNote('IsMACAddress', 'isMacAddress', 'A MAC address.'),
  byNote('IsMagnetURI', 'isMagnetURI', 'A magnet URI.'),
  byNote('IsMimeType', 'isMimeType', 'A MIME type.'),
  {
    decorator: 'IsUUID',
    rule: 'isUuid',
    coverage: 'hint',
    description: '`format: uuid`; the description states the version',
    toSchema: ([version]) =>
      stringSchema({ format: 'uuid', ...noteOf(versionText(version), (text) => `A UUID of version ${text}.`) }),
  },
  byPattern('IsMongoId', 'isMongoId', '^(?:[0-9A-Fa-f]{24}|0[xXhH][0-9A-Fa-f]{22})$'),
  byPattern('IsFirebasePushId', 'IsFirebasePushId', '^[0-9A-Za-z_-]{20}$'),
  byPattern(
    'IsSemVer',
    'isSemVer',
    '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?$',
  ),
  byKeyword('IsISO8601', 'isIso8601', { format: 'date-time' }),
  byKeyword('IsDateString', 'isDateString', { format: 'date-time' }),
  byKeyword('IsRFC3339', 'isRFC3339', { format: 'date-time' }),
  byPattern('IsMilitaryTime', 'isMilitaryTime', '^([01]\\d|2[0-3]):?([0-5]\\d)$'),
  byNote('IsTimeZone', 'isTimeZone', 'An IANA time zone.'),
  byPattern('IsHexColor', 'isHexColor', '^#?(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  byNote('IsRgbColor', 'isRgbColor', 'An RGB colour, as in CSS.'),
  byNote('IsHSL', 'isHSL', 'An HSL colour, as in CSS.'),
  byNote('IsLatLong', 'isLatLong', 'A latitude and a longitude, with a comma between.'),
  byNote('IsStrongPassword', 'isStrongPassword', 'A strong password.'),
];

/** The rules on strings that a registry or a public authority issues. */
export const registryRules: readonly RuleEntry[] = [
  byNote('IsBIC', 'isBIC', 'A BIC (SWIFT code).'),
  byNote('IsIBAN', 'isIBAN', 'An IBAN.'),
  byNote('IsCreditCard', 'isCreditCard', 'A credit card number.'),
  byNote('IsCurrency', 'isCurrency', 'An amount of money, as text.'),
  byNote('IsISO4217CurrencyCode', 'isISO4217CurrencyCode', 'A currency code of ISO 4217.'),
  byPattern(
    'IsBtcAddress',
    'isBtcAddress',
    '^(?:(?:bc1|tb1|bc1p|tb1p)[ac-hj-np-z02-9]{39,58}|[123m][A-HJ-NP-Za-km-z1-9]{25,39})$',
  ),
  byPattern('IsEthereumAddress', 'isEthereumAddress', '^0[xX][0-9A-Fa-f]{40}$'),
  byNote('IsEAN', 'isEAN', 'An EAN.'),
  byNote('IsISBN', 'isIsbn', 'An ISBN.'),
  byNote('IsISIN', 'isIsin', 'An ISIN.'),
  byPattern('IsISRC', 'isISRC', '^[A-Z]{2}[0-9A-Z]{3}\\d{7}$'),
  byNote('IsISSN', 'isISSN', 'An ISSN.'),
  byNote('IsISO31661Alpha2', 'isISO31661Alpha2', 'A country code of two letters (ISO 3166-1).'),
  byNote('IsISO31661Alpha3', 'isISO31661Alpha3', 'A country code of three letters (ISO 3166-1).'),
  byNote('IsISO31661Numeric', 'isISO31661Numeric', 'A country code of three digits (ISO 3166-1).'),
  byNote('IsISO6391', 'isISO6391', 'A language code of two letters (ISO 639-1).'),
  byNote('IsLocale', 'isLocale', 'A locale.'),
  byNote('IsMobilePhone', 'isMobilePhone', 'A mobile phone number.'),
  byNote('IsPhoneNumber', 'isPhoneNumber', 'A phone number.'),
  byNote('IsPostalCode', 'isPostalCode', 'A postal code.'),
  byNote('IsPassportNumber', 'isPassportNumber', 'A passport number.'),
  byNote('IsIdentityCard', 'isIdentityCard', 'An identity card number.'),
  byNote('IsTaxId', 'isTaxId', 'A tax number.'),
];

function versionText(version: unknown): string | undefined {
  return version === undefined || version === 'all' ? undefined : [version].flat().join(' or ');
}
