import { describe, expect, it } from 'vitest'
import { phoneFault } from '#shared/rules/phones.ts'
import { postCodeFault } from '#shared/rules/postCodes.ts'

describe('a postal code', () => {
  it.each([
    ['', '60601', undefined],
    ['', '6060', 'exact_characters'],
    ['', '606011', 'exact_characters'],
    ['', '', undefined],
    ['US', '60601-1234', undefined],
    ['US', 'K1A 0B1', 'not_a_post_code'],
    ['CA', 'k1a0b1', undefined],
    ['GB', 'SW1A1AA', undefined],
    ['PL', '00-950', undefined],
    ['PL', '00950', undefined],
    ['PL', '0095', 'not_a_post_code'],
    ['JP', '1000001', undefined],
    ['HK', 'none', undefined],
    ['US', ' 60601 ', undefined],
    ['US', '', undefined],
    ['', ' 60601 ', undefined],
    ['', '🥅🥅🥅🥅🥅', undefined],
    ['AE', 'x'.repeat(12), undefined],
    ['AE', 'x'.repeat(13), 'too_long'],
  ])('in %j: %j has the error %s', (country, code, fault) => {
    expect(postCodeFault(code, country)?.code).toBe(fault)
  })
})

describe('a phone number', () => {
  it.each([
    ['', '555-123-456', undefined],
    ['', '555-1234', 'exact_digits'],
    ['', '555 123 abc 456', 'exact_digits'],
    ['US', '+1 (312) 555-0199', undefined],
    ['', ' ', undefined],
    ['US', '', undefined],
    ['', ' 555 123 456 ', undefined],
    ['', '+49 30 123456', undefined],
    ['', '+1234', 'not_a_phone'],
    ['', '5551234567', 'exact_digits'],
    ['US', '123456', undefined],
    ['US', '1'.repeat(15), undefined],
    ['US', '12345678x', 'not_a_phone'],
    ['US', 'x12345678', 'not_a_phone'],
    ['US', '1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6', 'not_a_phone'],
    ['US', `123456${' '.repeat(24)}7`, 'not_a_phone'],
    ['US', '030/123.456', undefined],
    ['US', '12345', 'not_a_phone'],
    ['US', '1'.repeat(16), 'not_a_phone'],
    ['US', '<script>', 'not_a_phone'],
  ])('in %j: %j has the error %s', (country, phone, fault) => {
    expect(phoneFault(phone, country)?.code).toBe(fault)
  })
})
