import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { asName, nameLimit, whyCannotName } from '#shared/rules/names.ts'

describe('a name', () => {
  it.each([
    ['Mia', undefined],
    ['  Mia  ', undefined],
    ['Łukasz O’Brien-Núñez', undefined],
    ['李', undefined],
    ['محمد', undefined],
    ['می‌خواهم', undefined], // with the joiner that Persian writes
    ['👨‍👩‍👧', undefined],
    ['U12 Falcons (2)', undefined],
    ['x'.repeat(64), undefined],
    ['🥅'.repeat(64), undefined],
    ['x'.repeat(65), 'too_long'],
    ['', 'required'],
    ['  \t ', 'required'],
    ['\u200b\u200d\ufeff', 'required'],
    ['\u3164', 'required'], // the filler of Hangul, which nobody sees
    ['\u2800\u200b', 'required'], // the empty pattern of Braille
    ['Mia\nBcc: x@y.example', 'not_a_name'],
    ['Mia\r', undefined], // around it
    ['M\ria', 'not_a_name'],
    ['M\u2028ia', 'not_a_name'],
    ['M\u0007ia', 'not_a_name'],
    ['M\u200bia', 'not_a_name'],
    ['\u202eaiM', 'not_a_name'],
    ['Mia\u200f', 'not_a_name'],
    ['\u2066Mia\u2069', 'not_a_name'],
    ['Mia\u{e0041}', 'not_a_name'],
  ])('%j: %s', (name, why) => expect(whyCannotName(name)).toBe(why))

  it('that was typed elsewhere is one of ours, or none at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 })), (text) => {
        const name = asName(text)
        if (name !== '') expect([name, whyCannotName(name)]).toEqual([name, undefined])
        expect([...name].length).toBeLessThanOrEqual(nameLimit)
        expect(asName(name)).toBe(name)
      }),
    )
  })
  it('that was typed elsewhere stays as it is where it can', () => {
    expect(asName(' Ana\n María\u202e ')).toBe('Ana María')
    expect(asName('Łukasz O’Brien')).toBe('Łukasz O’Brien')
    expect(asName('\u200b')).toBe('')
  })
})

describe('an e-mail address', () => {
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
  ])('%j: %s', (typed, why) => expect(whyCannotEmail(typed)).toBe(why))

  it('of any length is judged at once', () => {
    const began = performance.now()
    for (const text of ['a'.repeat(100_000), `${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}`])
      whyCannotEmail(text)
    expect(performance.now() - began).toBeLessThan(200)
  })
})
