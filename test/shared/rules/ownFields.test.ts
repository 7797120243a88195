import { describe, expect, it } from 'vitest'
import type { PlayerField } from '#shared/rules/organizations.ts'
import { ownFieldFault, readOwnField } from '#shared/rules/ownFields.ts'

const field = (type: PlayerField['type'], more: Partial<PlayerField> = {}): PlayerField => ({
  id: 'q1',
  name: 'Q',
  type,
  choices: [],
  required: false,
  ...more,
})
const size = field('CHOICE', { choices: ['S', 'Medium'] })

describe('an answer to a custom field', () => {
  it.each<[PlayerField, string, string | undefined]>([
    [field('TEXT'), ' ', undefined],
    [field('TEXT', { required: true }), ' ', 'required'],
    [field('TEXT', { required: true }), 'x', undefined],
    [field('YES_NO', { required: true }), ' ', 'select_one'],
    [field('CHOICE', { required: true, choices: ['S', 'M'] }), '', 'select_one'],
    [field('CHOICE', { choices: ['S', 'M'] }), '', undefined],
    [field('TEXT'), `  ${'🥅'.repeat(200)} `, undefined],
    [field('TEXT'), '🥅'.repeat(201), 'too_long'],
    [field('NUMBER'), '-12.5', undefined],
    [field('NUMBER'), '12,5', undefined],
    [field('NUMBER'), '1'.repeat(12), undefined],
    [field('NUMBER'), '1'.repeat(13), 'not_a_number'],
    [field('NUMBER'), '1.123456', undefined],
    [field('NUMBER'), '1.1234567', 'not_a_number'],
    ...['ten', '1e5', '1.', '.5', '1 000', '--1', '5 €', 'x5'].map((text): [PlayerField, string, string] => [
      field('NUMBER'),
      text,
      'not_a_number',
    ]),
    [field('DATE'), '2024-02-29', undefined],
    [field('DATE'), ' 2026-11-22 ', undefined],
    ...['2023-02-29', '2026-13-01', '22.11.2026', '2026-11-22T00:00', '12026-11-22', '2026-11', 'soon'].map(
      (text): [PlayerField, string, string] => [field('DATE'), text, 'invalid'],
    ),
    [field('YES_NO'), 'yes', undefined],
    [field('YES_NO'), 'no', undefined],
    [field('YES_NO'), 'Yes', 'select_one'],
    [size, 'Medium', undefined],
    [size, 'medium', 'select_one'],
    [size, 'L', 'select_one'],
  ])('of %j: %j has the error %s', (question, value, code) => expect(ownFieldFault(question, value)?.code).toBe(code))
  it('has a limit in the error for a long text', () =>
    expect(ownFieldFault(field('TEXT'), 'x'.repeat(201))).toEqual({ code: 'too_long', limit: 200 }))
})

describe('an answer in a table', () => {
  const read = (question: PlayerField, typed: string) => readOwnField(question, typed, 'dmy', 2026)
  it.each(['yes', 'Y', 'TRUE', '1', 'x', 'Sí', 'si', 'ja', 'oui', 'Sim', '✓', '✔', ' x '])(
    'is read as yes: %j',
    (typed) => expect(read(field('YES_NO'), typed)).toBe('yes'),
  )
  it.each(['no', 'N', 'False', '0', '-', 'Nein', 'non', 'Não', 'nao'])('is read as no: %j', (typed) =>
    expect(read(field('YES_NO'), typed)).toBe('no'),
  )
  it.each<[PlayerField, string, string]>([
    [field('YES_NO'), ' maybe ', 'maybe'],
    [field('DATE'), '1/2/2026', '2026-02-01'],
    [field('DATE'), '1/2/27', '1927-02-01'],
    [field('DATE'), ' soon ', 'soon'],
    [size, ' medium ', 'Medium'],
    [field('CHOICE', { choices: ['Größe M'] }), 'grosse m', 'Größe M'],
    [size, ' L', 'L'],
    [field('TEXT'), ' Yes ', 'Yes'],
    [field('NUMBER'), ' 12,5 ', '12,5'],
  ])('to %j: %j is stored as %j', (question, typed, kept) => expect(read(question, typed)).toBe(kept))
})
