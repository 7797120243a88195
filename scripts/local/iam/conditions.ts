/** What condition keys say of a call. A key that takes several values (`dynamodb:LeadingKeys`) is a list. */
export type Context = Record<string, string | readonly string[]>

/** The `Condition` of a statement, by operator and key. */
export type Condition = Record<string, Record<string, string | string[]>>

/** The keys that the gate knows of a call; of any other it could not say whether it holds. */
const keys = new Set(['dynamodb:LeadingKeys', 'ses:FromAddress'])

const operators: Record<string, (pattern: string, value: string) => boolean> = {
  StringEquals: (pattern, value) => pattern === value,
  StringLike: (pattern, value) => like(pattern).test(value),
}

/**
 * The test that a `Condition` is, all its operators and keys together. `refuse` makes the error for one that is not known
 * here; it is given the words after "has a statement with the Condition".
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
  // Of a list, StringEquals and StringLike alone say nothing that AWS promises.
  if (!forAll && key === 'dynamodb:LeadingKeys') throw refuse(`${operator} on ${key} without ForAllValues`)
  return ({ [key]: said }) => {
    // Of no values, all fit: that is AWS's rule, and why an action without keys (a scan) must not be granted like this.
    if (said === undefined) return forAll
    return [said].flat().every((value) => patterns.some((pattern) => fits(pattern, value)))
  }
}

const compiled = new Map<string, RegExp>()

/** Of a condition's value, `*` stands for any text and `?` for any character. */
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
