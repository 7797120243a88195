import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const infra = new URL('../../infra/', import.meta.url)

/**
 * The syntax that CloudFront documents and the product's functions use: ES 5.1, `const` and `let`, arrow functions, template
 * literals. Other syntax is undocumented (destructuring, spread, `?.`, `??`, default parameters), and a function that CloudFront
 * cannot parse stops the deployment.
 */
const taken = [
  ...['Program', 'FunctionDeclaration', 'BlockStatement', 'VariableDeclaration', 'VariableDeclarator'],
  ...['ExpressionStatement', 'IfStatement', 'ReturnStatement', 'ArrowFunctionExpression', 'AssignmentExpression'],
  ...['BinaryExpression', 'CallExpression', 'ConditionalExpression', 'LogicalExpression', 'MemberExpression'],
  ...['UnaryExpression', 'ObjectExpression', 'Property', 'Identifier', 'Literal', 'TemplateLiteral', 'TemplateElement'],
]
const operators = /^([-+*/%]|[=!]==?|[<>]=?|&&|\|\||=|[-+]=|!|typeof)$/

/** Unsupported syntax in a program, with its position. */
function others(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, operator, shorthand, start } = node as Partial<Record<'type' | 'operator', string>> & {
    shorthand?: boolean
    start?: number
  }
  const isOther =
    (type !== undefined && !taken.includes(type)) ||
    (operator !== undefined && !operators.test(operator)) ||
    shorthand === true
  return [...(isOther ? [`${operator ?? type} at ${start}`] : []), ...Object.values(node).flatMap(others)]
}
const othersIn = (source: string) => others(parseAst(source))

test('CloudFront functions use only syntax that CloudFront supports', () => {
  const files = readdirSync(infra).filter((name) => name.endsWith('.js'))
  expect(files).toEqual(['size.js', 'spa.js'])
  for (const name of files) expect([name, ...othersIn(readFileSync(new URL(name, infra), 'utf8'))]).toEqual([name])
})

test.each([
  'const { headers } = event.request',
  'const [first] = all',
  'const both = { ...one, ...other }',
  'call(...all)',
  'const name = request?.uri',
  'const name = uri ?? 1',
  'uri ||= 1',
  'const both = { uri }',
  'function handler(event = {}) {}',
  'class Handler {}',
  'for (const each of all) each()',
])('unsupported syntax is found: %s', (source) => {
  expect(othersIn(source)).not.toEqual([])
})
