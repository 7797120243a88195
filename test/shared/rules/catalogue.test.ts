import { expect, it } from 'vitest'
import { type FaultCode, withSentence } from '#shared/sentences.ts'
import { atMost, check, longest, required, selected, shortest, type ValueFault } from '#shared/rules/faults.ts'
import { phoneFault } from '#shared/rules/phones.ts'
import { postCodeFault } from '#shared/rules/postCodes.ts'
import { percentFault } from '#shared/rules/registrations/registration.ts'
import { whyCannotWebAddress } from '#shared/rules/webAddresses.ts'

const said = (fault: ValueFault | undefined) => fault && withSentence({ at: 'at', ...fault }).message
const saidOf = (code: FaultCode | undefined) => code && withSentence({ at: 'at', code }).message

it('a missing selection has a message', () => {
  expect(said(check('', selected))).toBe('Please select one.')
  expect(said(check('soccer', selected))).toBeUndefined()
})

it.each([2, 3, 4, 30])('a text of fewer than %i characters is rejected with that minimum', (least) => {
  expect(said(check('x'.repeat(least - 1), required, shortest(least)))).toBe(`Min Characters: ${least}`)
  expect(said(check('x'.repeat(least), required, shortest(least)))).toBeUndefined()
  expect(said(check(' ', required, shortest(least)))).toBe('Required.')
})

it.each([50, 100, 255, 2000])('a text of more than %i characters is rejected with that maximum', (most) => {
  expect(said(check('x'.repeat(most + 1), longest(most)))).toBe(`Max Characters: ${most}`)
  expect(said(check('é'.repeat(most), longest(most)))).toBeUndefined()
})

it.each([999, 99_999, 100_000])(
  'a number above %i is rejected with that maximum, and percentages have at most two decimals',
  (most) => {
    expect(said(check(most + 1, atMost(most)))).toBe(`max ${most} number`)
    expect(said(check(most, atMost(most)))).toBeUndefined()
    expect(said(percentFault(12.345))).toBe('At most 2 decimals.')
    expect(percentFault(12.34)).toBeUndefined()
  },
)

it('web addresses, postal codes and phone numbers are validated with a message', () => {
  expect(saidOf(whyCannotWebAddress('club.example'))).toBe('Please enter a web address that starts with https://')
  expect(whyCannotWebAddress('https://club.example/rules')).toBeUndefined()
  for (const wrong of ['6060', '606060']) expect(said(postCodeFault(wrong))).toBe('5 characters required.')
  expect(postCodeFault('60601')).toBeUndefined()
  for (const wrong of ['55512345', '5551234567']) expect(said(phoneFault(wrong))).toBe('9 digits required.')
  expect(phoneFault('555 123 456')).toBeUndefined()
})
