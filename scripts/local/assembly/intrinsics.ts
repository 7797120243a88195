import { AssemblyError } from './assemblyError.ts'

/** What the values of one stack can refer to. Each function throws an AssemblyError for something that does not exist. */
export type Scope = {
  stack: string
  /** The value of a resource, a parameter or a pseudo parameter. */
  ref: (name: string) => unknown
  attribute: (logicalId: string, attribute: string) => unknown
  importValue: (exportName: string) => unknown
  condition: (name: string) => boolean
  mapping: (map: string, first: string, second: string) => unknown
}

/** The value of `{ Ref: 'AWS::NoValue' }`: the property or list entry that contains it is left out. */
export const noValue = Symbol('AWS::NoValue')

type Intrinsic = (scope: Scope, argument: unknown) => unknown

const intrinsics: Record<string, Intrinsic> = {
  Ref: (scope, name) => scope.ref(text(scope, 'Ref', name)),
  'Fn::GetAtt': (scope, argument) => {
    const [logicalId, ...attribute] = Array.isArray(argument) ? argument : String(argument).split('.')
    // Unlike the resource's name, the attribute's name may itself be a Ref.
    const names = attribute.map((part: unknown) => text(scope, 'Fn::GetAtt', evaluate(scope, part)))
    return scope.attribute(text(scope, 'Fn::GetAtt', logicalId), names.join('.'))
  },
  'Fn::Join': (scope, argument) => {
    const [delimiter, parts] = args(scope, 'Fn::Join', argument, 2)
    return list(scope, 'Fn::Join', parts)
      .map((part) => text(scope, 'Fn::Join', part))
      .join(text(scope, 'Fn::Join', delimiter))
  },
  'Fn::Sub': (scope, argument) => {
    const [template, variables] = Array.isArray(argument) ? argument : [argument, {}]
    const ownVariables = new Map(Object.entries((variables ?? {}) as Record<string, unknown>))
    const replaced = (_: string, name: string): string => {
      if (name.startsWith('!')) return `\${${name.slice(1)}}`
      if (ownVariables.has(name)) return text(scope, 'Fn::Sub', evaluate(scope, ownVariables.get(name)))
      const [logicalId = '', ...attribute] = name.split('.')
      const value = attribute.length > 0 ? scope.attribute(logicalId, attribute.join('.')) : scope.ref(name)
      return text(scope, 'Fn::Sub', value)
    }
    return text(scope, 'Fn::Sub', template).replaceAll(/\$\{\s*([^}]+?)\s*\}/g, replaced)
  },
  'Fn::Select': (scope, argument) => {
    const [index, entries] = args(scope, 'Fn::Select', argument, 2)
    const chosen = list(scope, 'Fn::Select', entries)[Number(index)]
    if (chosen === undefined) throw templateError(scope, `Fn::Select finds no entry ${String(index)}`)
    return chosen
  },
  'Fn::Split': (scope, argument) => {
    const [delimiter, joinedText] = args(scope, 'Fn::Split', argument, 2)
    return text(scope, 'Fn::Split', joinedText).split(text(scope, 'Fn::Split', delimiter))
  },
  'Fn::ImportValue': (scope, name) => scope.importValue(text(scope, 'Fn::ImportValue', evaluate(scope, name))),
  'Fn::If': (scope, argument) => {
    // Only the chosen branch is evaluated: the other may refer to something that does not exist in that case.
    const [condition, whenTrue, whenFalse] = Array.isArray(argument) ? argument : []
    return evaluate(scope, scope.condition(text(scope, 'Fn::If', condition)) ? whenTrue : whenFalse)
  },
  'Fn::FindInMap': (scope, argument) => {
    const [map, first, second] = args(scope, 'Fn::FindInMap', argument, 3).map((key) =>
      text(scope, 'Fn::FindInMap', key),
    )
    return scope.mapping(map ?? '', first ?? '', second ?? '')
  },
  Condition: (scope, name) => scope.condition(text(scope, 'Condition', name)),
  'Fn::Equals': (scope, argument) => {
    const [left, right] = args(scope, 'Fn::Equals', argument, 2)
    return JSON.stringify(left) === JSON.stringify(right)
  },
  'Fn::Not': (scope, argument) => !toBoolean(scope, 'Fn::Not', args(scope, 'Fn::Not', argument, 1)[0]),
  'Fn::And': (scope, argument) =>
    list(scope, 'Fn::And', evaluate(scope, argument)).every((operand) => toBoolean(scope, 'Fn::And', operand)),
  'Fn::Or': (scope, argument) =>
    list(scope, 'Fn::Or', evaluate(scope, argument)).some((operand) => toBoolean(scope, 'Fn::Or', operand)),
}

/** Evaluates a template's value. Returns `noValue` if it is nothing but `AWS::NoValue`. */
export function evaluate(scope: Scope, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => evaluate(scope, entry)).filter((entry) => entry !== noValue)
  if (typeof value !== 'object' || value === null) return value
  const intrinsic = intrinsicIn(scope, value)
  if (intrinsic) return intrinsic.resolve(scope, intrinsic.argument)
  const entries = Object.entries(value).map(([key, child]) => [key, evaluate(scope, child)] as const)
  return Object.fromEntries(entries.filter(([, child]) => child !== noValue))
}

/** The intrinsic function that an object stands for: an object whose only key is its name. */
function intrinsicIn(scope: Scope, value: object): { resolve: Intrinsic; argument: unknown } | undefined {
  const [entry, second] = Object.entries(value)
  if (!entry || second) return undefined
  const [name, argument] = entry
  // `Condition` is also a plain property, in IAM statements, where it holds an object.
  if (name === 'Condition' && typeof argument !== 'string') return undefined
  const work = Object.hasOwn(intrinsics, name) ? intrinsics[name] : undefined
  if (work) return { resolve: work, argument }
  if (name.startsWith('Fn::')) throw templateError(scope, `the local cloud does not know ${name}`)
  return undefined
}

const templateError = ({ stack }: Scope, problem: string): AssemblyError =>
  new AssemblyError(`In the template of stack ${stack}, ${problem}.`)

function args(scope: Scope, name: string, argument: unknown, count: number): unknown[] {
  const resolved = evaluate(scope, argument)
  if (Array.isArray(resolved) && resolved.length === count) return resolved
  throw templateError(scope, `${name} takes ${count} arguments`)
}

function list(scope: Scope, name: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  throw templateError(scope, `${name} needs a list where it has ${JSON.stringify(value)}`)
}

function text(scope: Scope, name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw templateError(scope, `${name} needs a text where it has ${JSON.stringify(value) ?? 'nothing'}`)
}

function toBoolean(scope: Scope, name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw templateError(scope, `${name} needs conditions where it has ${JSON.stringify(value)}`)
}
