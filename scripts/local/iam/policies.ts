import { AssemblyError } from '../assembly/assemblyError.ts'
import { ownFunctions } from '../assembly/knownTypes.ts'
import type { Assembly, Resource } from '../types.ts'
import { actionMatches, resourceMatches } from './match.ts'

type Verdict = { allowed: true } | { allowed: false; missing: string }

export type Policies = {
  /**
   * May the function do this? `action` is IAM's name of it (`dynamodb:GetItem`), `resourceArn` an ARN or `*` for actions
   * that are about no resource. `context` is what condition keys say of the call. `missing` is one sentence that names the
   * grant to add.
   */
  check: (lambda: Resource, action: string, resourceArn: string, context?: Context) => Verdict
}

type Context = Record<string, string>
/** `equal`: by condition key, the values of which the call's must be one, in the same case. */
type Grant = { actions: string[]; resources: string[]; equal: [key: string, values: string[]][] }

/**
 * What `{ Effect: 'Allow', Action, Resource }` may hold and still be understood, and the keys of which a condition may say
 * StringEquals. Anything else could narrow or widen it.
 */
const plain = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition'])
const conditionKeys = new Set(['ses:FromAddress'])

/** Logging is nothing that the local cloud could refuse. */
const knownManaged = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'

/**
 * Reads the roles of the app's own functions. Throws an AssemblyError for a policy that is more than plain Allow
 * statements, because a wrong answer here would show only in AWS.
 */
export function readPolicies(assembly: Assembly): Policies {
  const roles = new Map(ownFunctions(assembly).map((lambda) => [lambda, roleOf(assembly, lambda)]))
  const grants = new Map([...new Set(roles.values())].map((role) => [role, grantsOf(assembly, role)]))
  const verdicts = new Map<string, Verdict>()

  return {
    check(lambda, action, resourceArn, context = {}) {
      const said = Object.entries(context).map(([key, value]) => ` (${key} ${value})`)
      const key = `${lambda.stack}/${lambda.logicalId} ${action} ${resourceArn}${said.join('')}`
      const known = verdicts.get(key)
      if (known) return known
      const role = roles.get(lambda)
      const granted = (role && grants.get(role)) ?? []
      const allowed = granted.some(
        ({ actions, resources, equal }) =>
          actions.some((pattern) => actionMatches(pattern, action)) &&
          resources.some((pattern) => resourceMatches(pattern, resourceArn)) &&
          equal.every(([key, values]) => values.some((value) => value === context[key])),
      )
      const verdict: Verdict = allowed
        ? { allowed }
        : {
            allowed,
            missing:
              `The function ${lambda.logicalId} in stack ${lambda.stack} is not allowed ${action} on ` +
              `${resourceArn}${said.join('')}: ` +
              `give its role ${role?.logicalId ?? ''} that grant in infra/.`,
          }
      verdicts.set(key, verdict)
      return verdict
    },
  }
}

function roleOf(assembly: Assembly, lambda: Resource): Resource {
  const role = assembly.byArn(assembly.resolve<string>(lambda.stack, lambda.properties.Role))
  if (role?.type === 'AWS::IAM::Role') return role
  throw new AssemblyError(
    `The function ${lambda.logicalId} in stack ${lambda.stack} has no role of the app, so nothing says what it may do.`,
  )
}

type Role = {
  Policies?: { PolicyName: string; PolicyDocument: Document }[]
  ManagedPolicyArns?: string[]
  PermissionsBoundary?: unknown
}
type Attached = { PolicyDocument: Document; Roles?: string[] }
type Document = { Statement?: Statement | Statement[] }
type Condition = Record<string, Record<string, string | string[]>>
type Statement = {
  Effect?: string
  Action?: string | string[]
  Resource?: string | string[]
  Condition?: Condition
} & Record<string, unknown>

function grantsOf(assembly: Assembly, role: Resource): Grant[] {
  const {
    Policies = [],
    ManagedPolicyArns = [],
    PermissionsBoundary,
  } = assembly.resolve<Role>(role.stack, role.properties)
  if (PermissionsBoundary) throw refusal('The role', role, 'has a permissions boundary')
  const inline = Policies.flatMap(({ PolicyName, PolicyDocument }) =>
    statementsOf(PolicyDocument, role, `The policy ${PolicyName} of the role`),
  )
  const attached = assembly
    .ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy')
    .map((policy) => ({ policy, ...assembly.resolve<Attached>(policy.stack, policy.properties) }))
    .filter(({ policy, Roles = [] }) => isAttached(assembly, policy, Roles, role, ManagedPolicyArns))
    .flatMap(({ policy, PolicyDocument }) => statementsOf(PolicyDocument, policy, 'The policy'))
  for (const arn of ManagedPolicyArns) {
    if (arn !== knownManaged && !assembly.byArn(arn)) throw refusal('The role', role, `has the managed policy ${arn}`)
  }
  return [...inline, ...attached]
}

function isAttached(
  assembly: Assembly,
  policy: Resource,
  roleNames: string[],
  role: Resource,
  managed: string[],
): boolean {
  if (roleNames.includes(assembly.physicalId(role))) return true
  return policy.type === 'AWS::IAM::ManagedPolicy' && managed.includes(assembly.arn(policy))
}

function statementsOf({ Statement = [] }: Document, of: Resource, what: string): Grant[] {
  return [Statement].flat().map((statement) => {
    const { Effect, Action = [], Resource = [], Condition = {} } = statement
    if (Effect !== 'Allow') throw refusal(what, of, `has a statement with the effect ${String(Effect)}`)
    for (const key of Object.keys(statement))
      if (!plain.has(key)) throw refusal(what, of, `has a statement with ${key}`)
    const [actions, resources] = [[Action].flat(), [Resource].flat()]
    if (actions.length === 0 || resources.length === 0)
      throw refusal(what, of, 'has a statement without Action or Resource')
    for (const resource of resources) {
      if (resource.includes('${')) throw refusal(what, of, `has a policy variable in ${resource}`)
      if (/^arn:[^:]*:[^:]*[*?]/.test(resource))
        throw refusal(what, of, `has a wildcard for the service in ${resource}`)
    }
    return { actions, resources, equal: equalIn(Condition, of, what) }
  })
}

function equalIn({ StringEquals = {}, ...others }: Condition, of: Resource, what: string): Grant['equal'] {
  for (const operator of Object.keys(others)) throw refusal(what, of, `has a statement with the Condition ${operator}`)
  return Object.entries(StringEquals).map(([key, value]) => {
    const values = [value].flat()
    if (!conditionKeys.has(key)) throw refusal(what, of, `has a statement with the Condition StringEquals on ${key}`)
    if (values.some((each) => each.includes('${')))
      throw refusal(what, of, `has a policy variable in a condition on ${key}`)
    return [key, values]
  })
}

const refusal = (what: string, { logicalId, stack }: Resource, why: string): AssemblyError =>
  new AssemblyError(
    `${what} ${logicalId} in stack ${stack} ${why}, and the local cloud checks plain Allow statements only.`,
  )
