/** The values of condition keys for a call. A key with several values (`dynamodb:LeadingKeys`) is a list. */
export type Context = Record<string, string | readonly string[]>

/** The `Condition` of a statement, by operator and key. */
export type Condition = Record<string, Record<string, string | string[]>>

/** The condition keys that the gate knows; it could not evaluate any other. */
const keys = new Set(['dynamodb:LeadingKeys', 'ses:FromAddress'])

const operators: Record<string, (pattern: string, value: string) => boolean> = {
  StringEquals: (pattern, value) => pattern === value,
  StringLike: (pattern, value) => like(pattern).test(value),
}

/**
 * Compiles a `Condition` into a test of all its operators and keys. `refuse` creates the error for an unsupported one;
 * it is given the words after "has a statement with the Condition".
 */
export function conditionTest(condition: Condition, refuse: (what: string) => Error): (context: Context) => boolean {
  const tests = Object.entries(condition).flatMap(([operator, byKey]) =>
    Object.entries(byKey).map(([key, patterns]) => testOf(operator, key, [patterns].flat(), refuse)),
  )
  return (context) => tests.every((holds) => holds(context))
}

function testOf(
  operator: string,
  key: string,
  patterns: string[],
  refuse: (what: string) => Error,
): (context: Context) => boolean {
  const forAll = operator.startsWith('ForAllValues:')
  const fits = operators[operator.replace(/^ForAllValues:/, '')]
  if (!fits) throw refuse(operator)
  if (!keys.has(key)) throw refuse(`${operator} on ${key}`)
  if (patterns.some((pattern) => pattern.includes('${'))) throw refuse(`${operator} on ${key} with a policy variable`)
  // For a list, AWS does not define StringEquals and StringLike without a set operator.
  if (!forAll && key === 'dynamodb:LeadingKeys') throw refuse(`${operator} on ${key} without ForAllValues`)
  return ({ [key]: said }) => {
    // AWS's rule: without values, ForAllValues is true, which is why an action without keys (a scan) must not be
    // granted like this.
    if (said === undefined) return forAll
    return [said].flat().every((value) => patterns.some((pattern) => fits(pattern, value)))
  }
}

const compiled = new Map<string, RegExp>()

/** In a condition's value, `*` matches any text and `?` any character. */
function like(pattern: string): RegExp {
  const known = compiled.get(pattern)
  if (known) return known
  const source = pattern
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const made = new RegExp(`^${source}$`, 's')
  compiled.set(pattern, made)
  return made
}
