import { alphabet, kindOf, lastPart, partLength } from '#shared/ids.ts'
import { exampleParams } from '../exampleRequest.ts'
import { type Club, newPart } from '../club.ts'

/** Texts that clients may send: they look harmless, but break code that makes assumptions. */

/** Marks raw JSON tokens in a text; no other value contains this character. */
const mark = '\u{f8ff}'
export const rawToken = (token: string): string => `${mark}${token}`
/** Serializes a value as JSON, with marked tokens unquoted. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.includes(mark) ? text.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1') : text
}

export const rawNumbers = ['1e400', '-1e400', '-0', '1E2', '9007199254740993', '0.1000000000000000055', '1e-400']
export const numbers = [
  ...[0, -1, 1, 2, 1.5, 1e308, -1e308, 5e-324, 1e21, 0.1 + 0.2, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)],
  ...[99, 100, 101, 500, 501, 1000, 10_000, 99_999, 1_000_000, 8_640_000_000_000_001],
]
/** Lengths beyond various limits: of a key, an index, an item, a mail. */
export const lengths = [33, 65, 101, 256, 1025, 2001, 2049, 5001]
export const hugeLengths = [20_001, 100_001, 250_000]

const days = [
  ...['2026-11-21', '2026-11-22', '2026-12-01', '2027-02-28', '1970-01-01', '1969-12-31', '2999-12-31', '3000-12-31'],
  ...['3001-01-01', '9999-12-31', '0000-01-01', '2026-02-29', '2026-02-30', '2028-02-29', '1900-01-01', '2010-05-05'],
  ...[
    '-271821-04-19',
    '+275760-09-13',
    '2026-13-01',
    '2026-00-10',
    '20261121',
    '21.11.2026',
    '11/21/2026',
    '٢٠٢٦-١١-٢١',
  ],
]
const instants = [
  ...['2026-11-21T06:00:00Z', '2026-11-22T00:30:00Z', '2026-11-22T02:00:00Z', '2026-11-21T18:00:00.000Z'],
  ...['1970-01-01T00:00:00Z', '3000-12-31T23:59:59.999999999Z', '2999-12-31T23:59:59Z', '2026-11-21T06:00:00.1Z'],
  ...['9999-12-31T23:59:59Z', '2026-11-21T24:00:00Z', '2026-11-21T23:59:60Z', '2026-11-21T06:00:00+14:00'],
  ...[
    '2026-11-21T06:00:00',
    '2026-11-21T06:00Z',
    '2026-03-08T02:30:00',
    '2026-11-21 06:00',
    '2026-11-21T06:00:00.1234567890Z',
  ],
]
const timeTexts = ['00:00', '18:30', '23:59', '24:00', '12:60', '6:5', '18:30:00', '07:15']
const months = [
  '2026-11',
  '2026-12',
  '1970-01',
  '3000-12',
  '2026-13',
  '9999-99',
  '11-21',
  '02-29',
  '04-01',
  '2026',
  '3000',
]
const zones = [
  'America/Chicago',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'UTC',
  'America/Nowhere',
  'Asia/Kathmandu',
  '+05:30',
  'EST',
]
const addresses = [
  ...[
    'new@club.example',
    'a@b',
    '@',
    'a@b@c.example',
    `${'a'.repeat(64)}@club.example`,
    `a@${'b.'.repeat(120)}example`,
  ],
  ...[
    '"a b"@club.example',
    'a\r\nBcc: x@y.example@club.example',
    'ä@bücher.example',
    'A@CLUB.EXAMPLE ',
    'a+b@club.example',
  ],
]
const urls = [
  ...[
    'https://league.example/',
    'http://league.example',
    'javascript:alert(1)',
    'https://[',
    'https://user:secret@league.example',
  ],
  ...[
    'https://169.254.169.254/latest',
    'https://localhost:1',
    'data:text/html,x',
    'https://club.example/%',
    '//league.example',
    'https://xn--/',
  ],
  'https://fcm.googleapis.com/fcm/send/other',
]
const oddTexts = [
  ...[
    '',
    ' ',
    '#',
    'null',
    'undefined',
    'true',
    'false',
    'NaN',
    'Infinity',
    '-0',
    '0',
    '-1',
    '1',
    '5',
    '10',
    '1e400',
    '0x10',
    '1.5',
    '007',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '%00',
    '%',
    '%2F',
    '../..',
    'a/b',
    'a.b',
    'o.t.e.p',
    '.',
  ],
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '=HYPERLINK("x")',
    '+1',
    '@SUM(A1)',
    "' OR 1=1 --",
    '${x}',
    '{{x}}',
  ],
  ...[
    '\u202eabc',
    '\u200b',
    '\u2028',
    '\ufeff',
    '\u00a0',
    'é',
    'e\u0301',
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈'.repeat(20),
    'ß',
    'İ',
    'ﷺ',
    '𝒳',
    '٣',
    'a\tb',
    'a\nb',
    'a\r\nb',
  ],
  ...['*', ',', ',,', ';', '|', '\\', '"', "'", '`', '/', '?', '&', '::', '~', '^'],
  ...[
    'A'.repeat(22),
    'a'.repeat(16),
    'A'.repeat(20),
    'a'.repeat(36),
    'AAAA',
    'AAA=',
    '123456',
    '60601',
    '+13125550100',
  ],
]
const commonWords = [
  ...[
    'Mia',
    'The league',
    'json',
    'csv',
    'en',
    'es',
    'all',
    'message-1',
    'Accepted',
    'Pending',
    'USD',
    '#2b8a3e',
    'option-1',
    'add-on-1',
  ],
  ...['code-1', 'pm_1', 'price_1', 'prod_1', 'KICKOFF20', 'jpg', 'image/jpeg', 'x.pdf', 'IL', 'US', 'Soccer'],
]
/** Texts that must be refused. */
export const noTexts = ['\u0000', 'a\u0000b', '\u0007', '\u001b[31m', '\u007f', '\ud800', 'a\udc00b', '\ud83d']
export const texts = [
  ...days,
  ...instants,
  ...timeTexts,
  ...months,
  ...zones,
  ...addresses,
  ...urls,
  ...oddTexts,
  ...commonWords,
]

/** Ids of a club that a request may name, and others of the same kinds: of another club, and nonexistent ones. */
export function idsFor(club: Club, elsewhere: Club) {
  const ownParams = exampleParams(club)
  const ownIds = [
    ...Object.values(ownParams),
    ...[club.otters.teamId, club.leo.playerId, club.ada.playerId, club.sam.playerId],
    ...['admin', 'coach', 'parent', 'nobody'].map(club.user),
  ]
  const foreignIds = Object.values(exampleParams(elsewhere))
  const absentIds = ownIds.filter((id) => kindOf(id)).map(withOtherPart)
  return { byName: ownParams, own: ownIds, foreign: foreignIds, absent: absentIds }
}
export type Ids = ReturnType<typeof idsFor>

/** A nonexistent id of the same kind. */
const withOtherPart = (id: string): string =>
  id.slice(0, id.length - lastPart(id).length) + newPart(lastPart(id).charAt(0))

/** Badly copied variants of an id. */
export const spoiltIds = (id: string): string[] => [
  `${id}\n`,
  ` ${id}`,
  id.toUpperCase(),
  `${id}#`,
  `${id}.json`,
  id.slice(0, -1),
  `${id}.x${alphabet.slice(0, partLength)}`,
  id.replaceAll('.', '/'),
  id.split('.').slice(0, 1).join('.'),
]
