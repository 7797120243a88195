import type * as z from 'zod/mini'
import { type Fault, type FaultCode, faultAt, Problem, type ProblemCode } from '#shared/problems.ts'
import type * as sentences from '#shared/sentences.ts'

/**
 * Parses input by a schema. Throws `bad_request`, or the problem that a rule of the schema names, with a fault for each issue.
 */
export async function accept(schema: z.ZodMiniType, input: unknown): Promise<unknown> {
  const result = parseBy(schema, input)
  if (result.success) {
    const path = unstorablePath(result.data)
    if (path !== undefined) throw new Problem('bad_request', [faultAt(path, 'invalid')])
    return result.data
  }
  const issues = result.error.issues.flatMap(issuesWithin)
  const { problems, faultSentences } = await import('#shared/sentences.ts')
  // A rule may name a problem of its own, which is thrown if nothing else is wrong.
  const [firstCode, ...otherCodes] = new Set(issues.map(ownCode))
  const code =
    firstCode !== undefined && otherCodes.length === 0 && firstCode in problems
      ? (firstCode as ProblemCode)
      : 'bad_request'
  throw new Problem(
    code,
    issues.map((issue) => faultOf(issue, input, { faultSentences })),
  )
}

/** The result of zod, which throws a TypeError of its own for an object with a `length` that is no primitive. */
function parseBy(schema: z.ZodMiniType, input: unknown) {
  try {
    return schema.safeParse(input)
  } catch (error) {
    if (error instanceof TypeError && error.message.includes('primitive value')) throw new Problem('bad_request')
    throw error
  }
}

/**
 * The path of a value that the schema accepts but DynamoDB or its SDK cannot store: a number that is not exact or too close to zero, or a
 * field with a name by which the SDK takes its object for an instance of a class. Undefined if there is none.
 */
function unstorablePath(value: unknown, at: readonly string[] = []): string | undefined {
  if (typeof value === 'number') return isStorable(value) ? undefined : at.join('.')
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined
  for (const [name, each] of Object.entries(value)) {
    const place = [...at, name]
    const faultyPath = unstorableNames.has(name) ? place.join('.') : unstorablePath(each, place)
    if (faultyPath !== undefined) return faultyPath
  }
  return undefined
}
const isStorable = (number: number) =>
  // MAX_SAFE_INTEGER is excluded: adding one, as to a revision, would not be exact.
  number === 0 || (Math.abs(number) >= 1e-100 && Math.abs(number) < Number.MAX_SAFE_INTEGER)
const unstorableNames = new Set(['', '__proto__', 'constructor'])

type Issue = z.core.$ZodIssue
const ofShape: ReadonlySet<Issue['code']> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])
/** Of a union: the issues of the only alternative with the right shape, whose values are wrong. Otherwise the issue itself. */
function issuesWithin(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const [fits, ...others] = issue.errors.filter((issues) => !issues.some(({ code }) => ofShape.has(code)))
  if (!fits || others.length > 0) return [issue]
  return fits.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}
const paramsOf = (issue: Issue) => (issue.code === 'custom' ? (issue.params ?? {}) : {})
const ownCode = (issue: Issue) => paramsOf(issue)['code'] as string | undefined

type Sentences = Pick<typeof sentences, 'faultSentences'>
function faultOf(issue: Issue, input: unknown, say: Sentences): Fault {
  const at = issue.path.join('.')
  const isMissing = issue.path.reduce<unknown>((value, key) => (value as never)?.[key], input) === undefined
  const [code, limit] = isMissing ? (['required'] as const) : codeOf(issue, say)
  return faultAt(at, code, limit === undefined ? {} : { limit: Number(limit) })
}

function codeOf(issue: Issue, { faultSentences }: Sentences): [code: FaultCode, limit?: number | bigint] {
  switch (issue.code) {
    case 'too_big':
      return [tooBig[issue.origin] ?? 'too_great', issue.maximum]
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return ['required']
      return [tooSmall[issue.origin] ?? 'too_small', issue.minimum]
    case 'invalid_format':
      return [issue.format === 'email' ? 'invalid_email' : 'invalid']
    case 'invalid_value':
      return ['select_one']
    case 'custom': {
      const { code, limit } = paramsOf(issue) as { code?: string; limit?: number }
      if (code === 'note_too_long') return ['too_long', limit]
      return [code !== undefined && code in faultSentences ? (code as FaultCode) : 'invalid', limit]
    }
    default:
      return ['invalid']
  }
}
const tooBig: Record<string, FaultCode> = { string: 'too_long', array: 'too_many', set: 'too_many' }
const tooSmall: Record<string, FaultCode> = { string: 'too_short', array: 'too_few', set: 'too_few' }
