import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, noValue, type Scope } from '#scripts/local/assembly/intrinsics.ts'

const refs: Record<string, string> = { Table: 'club-table', 'AWS::Region': 'us-east-1', Empty: '' }
const scope: Scope = {
  stack: 'one',
  ref: (name) => (name === 'AWS::NoValue' ? noValue : refs[name]),
  attribute: (logicalId, attribute) => `${logicalId}/${attribute}`,
  importValue: (name) => `import(${name})`,
  condition: (name) => name === 'Yes',
  mapping: (...keys) => keys.join('-'),
}
const worked = (value: unknown) => evaluate(scope, value)
const none = { Ref: 'AWS::NoValue' }

describe('intrinsics', () => {
  test.each([
    ['Ref', { Ref: 'Table' }, 'club-table'],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table/Arn'],
    ['GetAtt of a nested attribute', { 'Fn::GetAtt': ['Table', 'Meta', 'Arn'] }, 'Table/Meta.Arn'],
    ['GetAtt as a string', { 'Fn::GetAtt': 'Table.Meta.Arn' }, 'Table/Meta.Arn'],
    ['GetAtt by a Ref', { 'Fn::GetAtt': ['Table', { Ref: 'AWS::Region' }] }, 'Table/us-east-1'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Table' }, 1]] }, 'a-club-table-1'],
    ['Join without AWS::NoValue entries', { 'Fn::Join': ['-', ['a', none, 'b']] }, 'a-b'],
    ['Sub', { 'Fn::Sub': '${AWS::Region}/${Table}/${Table.Arn}/${!Table}' }, 'us-east-1/club-table/Table/Arn/${Table}'],
    ['Sub with variables', { 'Fn::Sub': ['${x}${Table}', { x: { Ref: 'Table' }, Table: 'mine' }] }, 'club-tablemine'],
    ['Sub with an empty variable', { 'Fn::Sub': ['<${x}>', { x: { Ref: 'Empty' } }] }, '<>'],
    ['Select', { 'Fn::Select': [1, ['a', { Ref: 'Table' }]] }, 'club-table'],
    ['Select with a string index', { 'Fn::Select': ['0', { 'Fn::Split': ['/', 'a/b'] }] }, 'a'],
    ['Split', { 'Fn::Split': ['-', { Ref: 'Table' }] }, ['club', 'table']],
    ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': '${AWS::Region}:x' } }, 'import(us-east-1:x)'],
    ['If', { 'Fn::If': ['Yes', 'a', 'b'] }, 'a'],
    ['If of a false condition', { 'Fn::If': ['No', 'a', { Ref: 'Table' }] }, 'club-table'],
    ['If with an invalid branch that is not chosen', { 'Fn::If': ['Yes', 'a', { 'Fn::Cidr': [] }] }, 'a'],
    ['FindInMap', { 'Fn::FindInMap': ['Map', { Ref: 'AWS::Region' }, 'size'] }, 'Map-us-east-1-size'],
    ['Equals', { 'Fn::Equals': [{ Ref: 'Table' }, 'club-table'] }, true],
    ['Equals of different values', { 'Fn::Equals': ['1', '2'] }, false],
    [
      'And, Or, Not',
      { 'Fn::And': [{ 'Fn::Or': [{ Condition: 'No' }, { Condition: 'Yes' }] }, { 'Fn::Not': [{ Condition: 'No' }] }] },
      true,
    ],
    ['And of a false condition', { 'Fn::And': [{ Condition: 'Yes' }, { Condition: 'No' }] }, false],
    ['a property of AWS::NoValue', { a: none, b: { c: none, d: 1 } }, { b: { d: 1 } }],
    ['a list entry of AWS::NoValue', ['a', none, { 'Fn::If': ['No', 'b', none] }], ['a']],
    ['the Condition of a policy', { Condition: { Bool: { a: 'b' } } }, { Condition: { Bool: { a: 'b' } } }],
    [
      'an object with a key named like an intrinsic among others',
      { Ref: 'Table', other: 1 },
      { Ref: 'Table', other: 1 },
    ],
    ['a key that exists on every object’s prototype', { toString: 'x' }, { toString: 'x' }],
  ])('%s', (_, value, expected) => expect(worked(value)).toEqual(expected))

  test('AWS::NoValue alone is no value', () => expect(worked(none)).toBe(noValue))

  test('a value that is not a condition is rejected where one is needed', () => {
    expect(() => worked({ 'Fn::Not': ['yes'] })).toThrow('Fn::Not needs conditions where it has "yes"')
    expect(() => worked({ 'Fn::And': 'yes' })).toThrow('Fn::And needs a list')
  })
})

// An expression with its expected value, built from plain values.
type Pair = { value: unknown; expected: string }
const plain = fc.string({ maxLength: 8 }).map((text): Pair => ({ value: text, expected: text }))
const certain = fc.oneof(
  plain,
  fc.constantFrom(...Object.entries(refs)).map(([name, expected]): Pair => ({ value: { Ref: name }, expected })),
  fc.constant<Pair>({ value: { 'Fn::GetAtt': ['Table', 'Arn'] }, expected: 'Table/Arn' }),
)
const { text } = fc.letrec<{ text: Pair }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4 },
    certain,
    fc.tuple(fc.string({ maxLength: 3 }), fc.array(tie('text'), { maxLength: 4 })).map(
      ([delimiter, parts]): Pair => ({
        value: { 'Fn::Join': [delimiter, parts.map(({ value }) => value)] },
        expected: parts.map(({ expected }) => expected).join(delimiter),
      }),
    ),
    fc.tuple(fc.boolean(), tie('text'), tie('text')).map(
      ([yes, one, other]): Pair => ({
        value: { 'Fn::If': [yes ? 'Yes' : 'No', one.value, other.value] },
        expected: (yes ? one : other).expected,
      }),
    ),
    fc.array(tie('text'), { minLength: 1, maxLength: 4 }).chain((parts) =>
      fc.nat(parts.length - 1).map(
        (index): Pair => ({
          value: { 'Fn::Select': [index, parts.map(({ value }) => value)] },
          expected: (parts[index] as Pair).expected,
        }),
      ),
    ),
    fc.tuple(tie('text'), tie('text')).map(
      ([one, other]): Pair => ({
        value: { 'Fn::Sub': ['<${a}|${b}>', { a: one.value, b: other.value }] },
        expected: `<${one.expected}|${other.expected}>`,
      }),
    ),
  ),
}))

describe('for any expression', () => {
  test('the value is the one for which it was built', () => {
    fc.assert(
      fc.property(text, ({ value, expected }) => {
        expect(worked(value)).toBe(expected)
      }),
    )
  })

  test('the value is the same at any depth, and properties without a value are removed', () => {
    fc.assert(
      fc.property(text, ({ value, expected }) => {
        expect(worked({ deep: [{ value, gone: none }, none] })).toEqual({ deep: [{ value: expected }] })
      }),
    )
  })

  test('Split reverses Join', () => {
    const part = fc.stringMatching(/^[a-z]{0,5}$/)
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.constantFrom('/', '::', ', '), (parts, delimiter) => {
        expect(worked({ 'Fn::Split': [delimiter, { 'Fn::Join': [delimiter, parts] }] })).toEqual(parts)
      }),
    )
  })

  test('a value without intrinsics stays as it is', () => {
    const keys = fc.string().filter((key) => key !== 'Ref' && key !== 'Condition' && !key.startsWith('Fn::'))
    const json = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 1.5, '${x}'),
        fc.string(),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(keys, tie('any'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).any
    fc.assert(
      fc.property(json, (value) => {
        expect(worked(value)).toEqual(value)
      }),
    )
  })
})
