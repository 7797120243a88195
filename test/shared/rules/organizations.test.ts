import { describe, expect, it } from 'vitest'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { isTimezone, type PlayerField, settingsFaults } from '#shared/rules/organizations.ts'

const settings = {
  name: 'Riverside FC',
  timezone: 'America/Chicago',
  country: 'US',
  address: '',
  phone: '',
  website: '',
  isRosterVisible: true,
  chatEnabled: true,
  academyEnabled: false,
  customRegistrationEnabled: false,
  adminSecondFactor: false,
  processingFeePerMil: 29,
  processingFeeInCents: 70,
  reminderHours: [24],
  playerFields: [] as PlayerField[],
}
/** The faults by place: code and limit. */
const wrong = (faults: ValueFaults) =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([at, fault]) => (fault ? [[at, [fault.code, fault.limit].join(' ').trim()]] : [])),
  )
const faults = (change: Partial<typeof settings>) => wrong(settingsFaults({ ...settings, ...change }))
const goals = (count: number) => '🥅'.repeat(count)
const site = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`

describe('the settings of a club', () => {
  it.each<[Partial<typeof settings>, Record<string, string>]>([
    [{}, {}],
    [{ name: ' ' }, { name: 'required' }],
    [{ name: goals(100) }, {}],
    [{ name: goals(101) }, { name: 'too_long 100' }],
    [{ name: 'River\nside' }, { name: 'not_a_name' }],
    [{ timezone: '' }, { timezone: 'select_one' }],
    [{ timezone: 'Mars/Olympus' }, { timezone: 'select_one' }],
    [{ country: '' }, {}],
    [{ country: 'DE' }, {}],
    [{ country: 'de' }, { country: 'select_one' }],
    [{ country: 'ZZ' }, { country: 'select_one' }],
    [{ address: goals(200) }, {}],
    [{ address: goals(201) }, { address: 'too_long 200' }],
    [{ address: '1 River Road\nSpringfield' }, { address: 'not_a_name' }],
    [{ phone: '+1 (312) 555-0199' }, {}],
    [{ phone: '555-1234', country: '' }, { phone: 'exact_digits 9' }],
    [{ phone: '12345' }, { phone: 'not_a_phone' }],
    [{ website: site(2000) }, {}],
    [{ website: site(2001) }, { website: 'too_long 2000' }],
    [{ website: 'http://club.example' }, { website: 'not_an_address 2000' }],
    [{ processingFeePerMil: 0, processingFeeInCents: 0 }, {}],
    [{ processingFeePerMil: 1000, processingFeeInCents: 99_999 }, {}],
    [{ processingFeePerMil: 1001 }, { processingFeePerMil: 'too_great 1000' }],
    [{ processingFeeInCents: 100_000 }, { processingFeeInCents: 'too_great 99999' }],
    [
      { processingFeePerMil: -1, processingFeeInCents: -1 },
      { processingFeePerMil: 'too_small 0', processingFeeInCents: 'too_small 0' },
    ],
  ])('%j have the errors %j', (change, expected) => expect(faults(change)).toEqual(expected))
})

describe('the custom player fields of a club', () => {
  const field = (more: Partial<PlayerField> = {}): PlayerField => ({
    id: 'q1',
    name: 'Shoe size',
    type: 'TEXT',
    choices: [],
    required: false,
    ...more,
  })
  const choice = (...choices: string[]) => field({ type: 'CHOICE', choices })
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => `${i}`)
  it.each<[string, PlayerField[], Record<string, string>]>([
    ['thirty fields', numbered(30).map((id) => field({ id })), {}],
    ['thirty-one fields', numbered(31).map((id) => field({ id })), { playerFields: 'too_many 30' }],
    ['a field without a name', [field(), field({ name: ' ' })], { 'playerFields.1.name': 'required' }],
    ['a name that is too long', [field({ name: goals(65) })], { 'playerFields.0.name': 'too_long 64' }],
    ['a name of the maximum length', [field({ name: goals(64) })], {}],
    ['a line break in a name', [field({ name: 'Shoe\nsize' })], { 'playerFields.0.name': 'not_a_name' }],
    ['no choices', [choice()], { 'playerFields.0.choices': 'too_few 1' }],
    ['one choice', [choice('S')], {}],
    ['thirty choices', [choice(...numbered(30))], {}],
    ['thirty-one choices', [choice(...numbered(31))], { 'playerFields.0.choices': 'too_many 30' }],
    ['an empty choice', [choice('S', ' ')], { 'playerFields.0.choices': 'required' }],
    ['a choice that is too long', [choice('S', goals(65))], { 'playerFields.0.choices': 'too_long 64' }],
    ['choices for a field without choices', [field({ choices: [' '] })], {}],
  ])('are valid with %s, or not', (_what, playerFields, expected) => expect(faults({ playerFields })).toEqual(expected))
})

it.each([
  ['America/Chicago', true],
  ['UTC', true],
  ['Europe/Kyiv', true],
  ['+01:00', false],
  ['', false],
  ['Chicago', false],
])('%j is a time zone: %s', (name, is) => expect(isTimezone(name)).toBe(is))
