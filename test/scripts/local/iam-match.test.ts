import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionMatches, resourceMatches } from '#scripts/local/iam/match.ts'

describe('pattern matching', () => {
  test.each([
    ['*', 'dynamodb:GetItem', true],
    ['dynamodb:*', 'dynamodb:GetItem', true],
    ['dynamodb:Get*', 'dynamodb:GetItem', true],
    ['DynamoDB:getitem', 'dynamodb:GetItem', true],
    ['dynamodb:?etItem', 'dynamodb:GetItem', true],
    ['dynamodb:GetItem', 'dynamodb:GetItems', false],
    ['dynamodb:GetItem?', 'dynamodb:GetItem', false],
    ['s3:*', 'dynamodb:GetItem', false],
    ['dynamodb:Get.tem', 'dynamodb:GetItem', false],
  ])('action %s matches %s: %s', (pattern, action, expected) => expect(actionMatches(pattern, action)).toBe(expected))

  test.each([
    ['*', 'arn:aws:s3:::bucket/a:b', true],
    ['arn:aws:s3:::bucket/*', 'arn:aws:s3:::bucket/a/b/c', true],
    ['arn:aws:s3:::bucket/*', 'arn:aws:s3:::bucket', false],
    ['arn:aws:s3:::Bucket', 'arn:aws:s3:::bucket', false],
    ['arn:aws:sqs:*:*:jobs', 'arn:aws:sqs:us-east-1:1:jobs', true],
    ['arn:aws:lambda:us-east-1:1:function:*', 'arn:aws:lambda:us-east-1:1:function:a:b', true],
    ['arn:aws:lambda:us-east-1:1:function:a*b:c', 'arn:aws:lambda:us-east-1:1:function:a:b:c', false],
    ['arn:aws:lambda:*:function:a', 'arn:aws:lambda:us-east-1:1:function:a', true],
    ['arn:aws:lambda:us-*-1:1:function:a', 'arn:aws:lambda:us-east-1:1:function:a', true],
    ['arn:aws:lambda:us?east-1:1:function:a', 'arn:aws:lambda:us:east-1:1:function:a', false],
    ['arn:aws:dynamodb:us-east-1:1:table/t/index/*', 'arn:aws:dynamodb:us-east-1:1:table/t', false],
    ['arn:aws:s3:::a.b+c(d)[e]^$|', 'arn:aws:s3:::a.b+c(d)[e]^$|', true],
    ['arn:aws:s3:::a.b', 'arn:aws:s3:::aXb', false],
  ])('resource %s matches %s: %s', (pattern, arn, expected) => expect(resourceMatches(pattern, arn)).toBe(expected))

  // A literal implementation of the rule, without regular expressions: tries every length that a wildcard could match.
  const oracle = (pattern: string, value: string): boolean => {
    const [first] = pattern
    if (first === undefined) return value === ''
    const rest = pattern.slice(1)
    if (first === '*') {
      const next = pattern.replace(/^\*+/, '')[0]
      const mayCross = next === undefined || next === ':'
      for (let length = 0; length <= value.length; length++) {
        if (!mayCross && value.slice(0, length).includes(':')) return false
        if (oracle(rest, value.slice(length))) return true
      }
      return false
    }
    if (value === '' || (first === '?' ? value[0] === ':' : value[0] !== first)) return false
    return oracle(rest, value.slice(1))
  }
  const short = (characters: string, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...characters), maxLength })

  test('agrees with a naive implementation, for any pattern', () => {
    fc.assert(
      fc.property(short('ab:*?', 8), short('ab:', 10), (pattern, value) => {
        expect(resourceMatches(pattern, value)).toBe(oracle(pattern, value))
      }),
      { numRuns: 2000 },
    )
  })

  test('a pattern made from an ARN matches it', () => {
    const arn = fc
      .tuple(short('abc', 4), short('abc/:', 8))
      .map(([region, rest]) => `arn:aws:dynamodb:${region}:1:table/${rest}`)
    fc.assert(
      fc.property(arn, fc.nat(), (value, where) => {
        const index = where % value.length
        expect(resourceMatches(`${value.slice(0, index)}*`, value)).toBe(true)
        if (value[index] !== ':')
          expect(resourceMatches(`${value.slice(0, index)}?${value.slice(index + 1)}`, value)).toBe(true)
      }),
    )
  })
})
