import { expect, test } from 'vitest'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { atLeast, atMost, check, longest, required, selected, shortest, faultFrom } from '#shared/rules/faults.ts'
import { nameFaults } from '#shared/rules/nameInput.ts'

const tooLong = { code: 'too_long', limit: 64 }
test.each([
  [check('', required, longest(64)), { code: 'required' }],
  [check('  ', required, longest(64)), { code: 'required' }],
  [check('x'.repeat(65), required, longest(64)), tooLong],
  [check(` ${'x'.repeat(64)} `, required, longest(64)), undefined],
  [check('😀'.repeat(64), longest(64)), undefined],
  [check('', longest(64), shortest(3)), undefined],
  [check('coach', required, faultFrom(whyCannotEmail)), { code: 'invalid_email' }],
  [check('coach@club.example', faultFrom(whyCannotEmail)), undefined],
  [check('ab', shortest(3)), { code: 'too_short', limit: 3 }],
  [check(null, selected), { code: 'select_one' }],
  [check([], selected), { code: 'select_one' }],
  [check(['a'], selected), undefined],
  [check(0, selected), undefined],
  [check(4, atLeast(5), atMost(10)), { code: 'too_small', limit: 5 }],
  [check(11, atLeast(5), atMost(10)), { code: 'too_great', limit: 10 }],
  [check(null, atLeast(5), atMost(10)), undefined],
  [check(null, atMost(-1)), undefined],
  [check(5, atLeast(5)), undefined],
  [check(10, atMost(10)), undefined],
  [check(undefined, selected), { code: 'select_one' }],
  [check('', selected), { code: 'select_one' }],
])('validators, case %#: %j', (found, expected) => expect(found).toStrictEqual(expected))

test.each([
  ['', 'B', { firstName: { code: 'required', limit: 64 } }],
  ['x'.repeat(64), `  ${'y'.repeat(64)}  `, {}],
  ['x'.repeat(65), 'B', { firstName: tooLong }],
  ['A\nB', '\u202eB', { firstName: { code: 'not_a_name', limit: 64 }, lastName: { code: 'not_a_name', limit: 64 } }],
])('the names %j %j have the errors %j', (firstName, lastName, faults) =>
  expect(nameFaults({ firstName, lastName })).toEqual(faults),
)
