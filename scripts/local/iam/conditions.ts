/** The values of condition keys for a call. A key with several values (`dynamodb:LeadingKeys`) is a list. */
export type Context = Record<string, string | readonly string[]>

/** The `Condition` of a statement, by operator and key. */
export type Condition = Record<string, Record<string, string | string[]>>

/** The condition keys that the gate knows; it could not evaluate any other. */
const keys = new Set(['dynamodb:LeadingKeys', 'ses:FromAddress'])

const operators: Record<string, (pattern: string, value: string) => boolean> = {
  StringEquals: (pattern, value) => pattern === value,
  StringLike: (pattern, value) => likePattern(pattern).test(value),
}

/**
 * Compiles a `Condition` into a test of all its operators and keys. `refuse` creates the error for an unsupported one;
 * it is given the words after "has a statement with the Condition".
 */
export function conditionTest(condition: Condition, refuse: (what: string) => Error): (context: Context) => boolean {
  const tests = Object.entries(condition).flatMap(([operator, byKey]) =>
    Object.entries(byKey).map(([key, patterns]) => testOf(operator, key, [patterns].flat(), refuse)),
  )
  return (context) => tests.every((test) => test(context))
}

function testOf(
  operator: string,
  key: string,
  patterns: string[],
  refuse: (what: string) => Error,
): (context: Context) => boolean {
  const forAll = operator.startsWith('ForAllValues:')
  const operatorTest = operators[operator.replace(/^ForAllValues:/, '')]
  if (!operatorTest) throw refuse(operator)
  if (!keys.has(key)) throw refuse(`${operator} on ${key}`)
  if (patterns.some((pattern) => pattern.includes('${'))) throw refuse(`${operator} on ${key} with a policy variable`)
  // For a list, AWS does not define StringEquals and StringLike without a set operator.
  if (!forAll && key === 'dynamodb:LeadingKeys') throw refuse(`${operator} on ${key} without ForAllValues`)
  return ({ [key]: contextValue }) => {
    // AWS's rule: without values, ForAllValues is true, which is why an action without keys (a scan) must not be
    // granted like this.
    if (contextValue === undefined) return forAll
    return [contextValue].flat().every((value) => patterns.some((pattern) => operatorTest(pattern, value)))
  }
}

const compiled = new Map<string, RegExp>()

/** In a condition's value, `*` matches any text and `?` any character. */
function likePattern(pattern: string): RegExp {
  const cached = compiled.get(pattern)
  if (cached) return cached
  const source = pattern
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const compiledPattern = new RegExp(`^${source}$`, 's')
  compiled.set(pattern, compiledPattern)
  return compiledPattern
}
