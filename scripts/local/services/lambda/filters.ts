import { StartError } from '../../startError.ts'

type Test = (value: unknown) => boolean

/**
 * A test for an event source mapping's FilterCriteria: a record passes if it matches any of them, or if there are none.
 * Throws a StartError, in which `where` names the mapping, for an unsupported pattern.
 */
export function recordFilter(criteria: { Filters?: { Pattern: string }[] } | undefined, where: string): Test {
  const patterns = (criteria?.Filters ?? []).map(({ Pattern }) => patternTest(JSON.parse(Pattern) as unknown, where))
  return (record) => patterns.length === 0 || patterns.some((matches) => matches(record))
}

function patternTest(pattern: unknown, where: string): Test {
  if (typeof pattern !== 'object' || pattern === null || Array.isArray(pattern))
    throw unsupportedPattern(pattern, where)
  const tests = Object.entries(pattern).map(([field, rule]): Test => {
    if (field === '$or' && Array.isArray(rule)) {
      const alternatives = rule.map((alternative) => patternTest(alternative, where))
      return (value) => alternatives.some((matches) => matches(value))
    }
    const test = Array.isArray(rule) ? valueTest(rule, where) : patternTest(rule, where)
    return (value) => test(fieldOf(value, field))
  })
  return (value) => tests.every((matches) => matches(value))
}

function valueTest(rules: unknown[], where: string): Test {
  const tests = rules.map((rule) => ruleTest(rule, where))
  const isAbsence = (rule: unknown) => typeof rule === 'object' && rule !== null && 'exists' in rule
  return (value) =>
    tests.some((matches, index) =>
      // One entry of a list has to match; absence is tested on the list itself.
      Array.isArray(value) && !isAbsence(rules[index]) ? value.some(matches) : matches(value),
    )
}

function ruleTest(rule: unknown, where: string): Test {
  if (rule === null || ['string', 'number', 'boolean'].includes(typeof rule)) return (value) => value === rule
  const [entry, second] = Object.entries(rule as object)
  if (!entry || second) throw unsupportedPattern(rule, where)
  const [kind, operand] = entry as [string, unknown]
  const textual = (test: (value: string, operand: string) => boolean): Test => {
    if (typeof operand !== 'string') throw unsupportedPattern(rule, where)
    return (value) => typeof value === 'string' && test(value, operand)
  }
  switch (kind) {
    case 'exists':
      return (value) => (value !== undefined) === operand
    case 'prefix':
      return textual((value, start) => value.startsWith(start))
    case 'suffix':
      return textual((value, end) => value.endsWith(end))
    case 'equals-ignore-case':
      return textual((value, other) => value.toLowerCase() === other.toLowerCase())
    case 'anything-but': {
      const excluded = [operand].flat().map((operandRule) => ruleTest(operandRule, where))
      return (value) => value !== undefined && !excluded.some((matches) => matches(value))
    }
    case 'numeric':
      return numericTest(operand, rule, where)
    default:
      throw unsupportedPattern(rule, where)
  }
}

const comparisons: Record<string, (value: number, bound: number) => boolean> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
}

/** `['>', 0, '<=', 5]`: pairs that must all hold. */
function numericTest(operand: unknown, rule: unknown, where: string): Test {
  const list = Array.isArray(operand) ? operand : []
  const pairs = list.flatMap((operator, index) =>
    index % 2 === 0 ? [[comparisons[String(operator)], list[index + 1]] as const] : [],
  )
  if (pairs.length === 0 || pairs.some(([compare, bound]) => !compare || typeof bound !== 'number'))
    throw unsupportedPattern(rule, where)
  return (value) => typeof value === 'number' && pairs.every(([compare, bound]) => compare?.(value, bound as number))
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? (value as Record<string, unknown>)[field]
    : undefined

const unsupportedPattern = (pattern: unknown, where: string): StartError =>
  new StartError(`The filter of ${where} has ${JSON.stringify(pattern)}, which the local cloud does not understand.`)
