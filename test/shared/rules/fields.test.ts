import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { toName, nameFaults, nameLimit, whyCannotName } from '#shared/rules/nameInput.ts'
import { longestAddress, whyCannotWebAddress } from '#shared/rules/webAddresses.ts'

describe('a name', () => {
  it.each([
    ['Mia', undefined],
    ['  Mia  ', undefined],
    ['Łukasz O’Brien-Núñez', undefined],
    ['李', undefined],
    ['محمد', undefined],
    ['می‌خواهم', undefined], // With the joiner used in Persian.
    ['👨‍👩‍👧', undefined],
    ['U12 Falcons (2)', undefined],
    ['x'.repeat(64), undefined],
    ['🥅'.repeat(64), undefined],
    ['x'.repeat(65), 'too_long'],
    ['', 'required'],
    ['  \t ', 'required'],
    ['\u200b\u200d\ufeff', 'required'],
    ['\u3164', 'required'], // The invisible Hangul filler.
    ['\u2800\u200b', 'required'], // The blank Braille pattern.
    ['Mia\nBcc: x@y.example', 'not_a_name'],
    ['Mia\r', undefined], // Around the name.
    ['M\ria', 'not_a_name'],
    ['M\u2028ia', 'not_a_name'],
    ['M\u0007ia', 'not_a_name'],
    ['M\u200bia', 'not_a_name'],
    ['\u202eaiM', 'not_a_name'],
    ['Mia\u200f', 'not_a_name'],
    ['\u2066Mia\u2069', 'not_a_name'],
    ['Mia\u{e0041}', 'not_a_name'],
  ])('%j: %s', (name, why) => expect(whyCannotName(name)).toBe(why))

  it('is normalized from any text to a valid name or an empty one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 })), (text) => {
        const name = toName(text)
        if (name !== '') expect([name, whyCannotName(name)]).toEqual([name, undefined])
        expect([...name].length).toBeLessThanOrEqual(nameLimit)
        expect(toName(name)).toBe(name)
      }),
    )
  })
  it('is normalized with as few changes as possible', () => {
    expect(toName(' Ana\n María\u202e ')).toBe('Ana María')
    expect(toName('Łukasz O’Brien')).toBe('Łukasz O’Brien')
    expect(toName('\u200b')).toBe('')
    expect(toName(`${'🥅'.repeat(63)} x`)).toBe('🥅'.repeat(63))
    expect(toName('a\ufffdb \ud83e')).toBe('ab')
  })
  it('has errors for first and last name', () =>
    expect(nameFaults({ firstName: 'M\nia', lastName: 'x'.repeat(65) })).toEqual({
      firstName: { code: 'not_a_name', limit: 64 },
      lastName: { code: 'too_long', limit: 64 },
    }))
})

describe('an email address', () => {
  it.each([
    ['a@b.co', undefined],
    [' Coach+u12@club.Example ', undefined],
    ["o'brien@sub.club.example", undefined],
    [`${'x'.repeat(250)}@b.co`, 'invalid_email'],
    ['', 'required'],
    ['  ', 'required'],
    ['coach', 'invalid_email'],
    ['coach@club', 'invalid_email'],
    ['a..b@club.example', 'invalid_email'],
    ['.a@club.example', 'invalid_email'],
    ['a@club.example\nBcc: x@y.example', 'invalid_email'],
    ['a b@club.example', 'invalid_email'],
    ['<a@club.example>', 'invalid_email'],
    ['a@-club.example', 'invalid_email'],
    [`${'x'.repeat(242)}@club.example`, 'invalid_email'],
    [`${'x'.repeat(241)}@club.example`, undefined],
    ['a.@club.example', 'invalid_email'],
    ['x a@club.example', 'invalid_email'],
    ['a@club.example2', 'invalid_email'],
    ['a@club.e', 'invalid_email'],
  ])('%j: %s', (typed, why) => expect(whyCannotEmail(typed)).toBe(why))

  it('of any length is validated quickly', () => {
    const began = performance.now()
    for (const text of ['a'.repeat(100_000), `${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}`])
      whyCannotEmail(text)
    expect(performance.now() - began).toBeLessThan(200)
  })
})

describe('a web address', () => {
  const long = (length: number) => `https://a.example/${'x'.repeat(length - 'https://a.example/'.length)}`
  it.each([
    ['', undefined],
    ['  ', undefined],
    [' https://club.example/a?b=c#d ', undefined],
    [long(longestAddress), undefined],
    [`${long(longestAddress)} `, undefined],
    [long(longestAddress + 1), 'too_long'],
    ['club.example', 'not_an_address'],
    ['http://club.example', 'not_an_address'],
    ['javascript:alert(1)', 'not_an_address'],
    ['https://', 'not_an_address'],
    ['https://club.example/a b', 'not_an_address'],
    ['https://club.example/\u0007', 'not_an_address'],
  ])('%j: %s', (typed, why) => expect(whyCannotWebAddress(typed)).toBe(why))
})
