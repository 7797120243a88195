import { AssemblyError } from '../assembly/assemblyError.ts'
import { ownFunctions } from '../services/lambda/ownFunctions.ts'
import type { Assembly, Resource } from '../types.ts'
import { type Condition, conditionTest, type Context } from './conditions.ts'
import { actionMatches, resourceMatches } from './match.ts'

type Verdict = { allowed: true } | { allowed: false; missing: string }

export type Policies = {
  /**
   * Whether the function may do this. `action` is the IAM action (`dynamodb:GetItem`), `resourceArn` an ARN, or `*` for
   * actions without a resource. `context` holds the values of condition keys. `missing` is one sentence that names the
   * grant to add.
   */
  check: (lambda: Resource, action: string, resourceArn: string, context?: Context) => Verdict
}

type Grant = { actions: string[]; resources: string[]; holds: (context: Context) => boolean }

/** The elements of an Allow statement that are supported. Anything else could narrow or widen it. */
const knownElements = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition'])

/** This policy only allows logging, which the local cloud never refuses. */
const knownManaged = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'

/**
 * Reads the roles of the app's own functions. Throws an AssemblyError for a policy with more than plain Allow
 * statements, because a wrong decision here would only show on AWS.
 */
export function readPolicies(assembly: Assembly): Policies {
  const roles = new Map(ownFunctions(assembly).map((lambda) => [lambda, roleOf(assembly, lambda)]))
  const grants = new Map([...new Set(roles.values())].map((role) => [role, grantsOf(assembly, role)]))
  // The grants that cover an action on a resource are cached; their conditions are evaluated for each call.
  const grantsByAction = new Map<string, Grant[]>()

  return {
    check(lambda, action, resourceArn, context = {}) {
      const role = roles.get(lambda)
      const key = `${lambda.stack}/${lambda.logicalId} ${action} ${resourceArn}`
      const grantsFor =
        grantsByAction.get(key) ??
        ((role && grants.get(role)) ?? []).filter(
          ({ actions, resources }) =>
            actions.some((pattern) => actionMatches(pattern, action)) &&
            resources.some((pattern) => resourceMatches(pattern, resourceArn)),
        )
      grantsByAction.set(key, grantsFor)
      if (grantsFor.some(({ holds }) => holds(context))) return { allowed: true }
      // The message contains the call's context only if a condition was not met.
      const contextEntries = grantsFor.length > 0 ? Object.entries(context) : []
      const contextTexts = contextEntries.map(([name, value]) => ` (${name} ${[value].flat().join(', ')})`)
      return {
        allowed: false,
        missing:
          `The function ${lambda.logicalId} in stack ${lambda.stack} is not allowed ${action} on ` +
          `${resourceArn}${contextTexts.join('')}: ` +
          `give its role ${role?.logicalId ?? ''} that grant in infra/.`,
      }
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
type AttachedPolicy = { PolicyDocument: Document; Roles?: string[] }
type Document = { Statement?: Statement | Statement[] }
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
  const attachedPolicies = assembly
    .ofType('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy')
    .map((policy) => ({ policy, ...assembly.resolve<AttachedPolicy>(policy.stack, policy.properties) }))
    .filter(({ policy, Roles = [] }) => isAttached(assembly, policy, Roles, role, ManagedPolicyArns))
    .flatMap(({ policy, PolicyDocument }) => statementsOf(PolicyDocument, policy, 'The policy'))
  for (const arn of ManagedPolicyArns) {
    if (arn !== knownManaged && !assembly.byArn(arn)) throw refusal('The role', role, `has the managed policy ${arn}`)
  }
  return [...inline, ...attachedPolicies]
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

function statementsOf({ Statement = [] }: Document, role: Resource, label: string): Grant[] {
  return [Statement].flat().map((statement) => {
    const { Effect, Action = [], Resource = [], Condition = {} } = statement
    if (Effect !== 'Allow') throw refusal(label, role, `has a statement with the effect ${String(Effect)}`)
    for (const key of Object.keys(statement))
      if (!knownElements.has(key)) throw refusal(label, role, `has a statement with ${key}`)
    const [actions, resources] = [[Action].flat(), [Resource].flat()]
    if (actions.length === 0 || resources.length === 0)
      throw refusal(label, role, 'has a statement without Action or Resource')
    for (const resource of resources) {
      if (resource.includes('${')) throw refusal(label, role, `has a policy variable in ${resource}`)
      if (/^arn:[^:]*:[^:]*[*?]/.test(resource))
        throw refusal(label, role, `has a wildcard for the service in ${resource}`)
    }
    const holds = conditionTest(Condition, (reason) =>
      refusal(label, role, `has a statement with the Condition ${reason}`),
    )
    return { actions, resources, holds }
  })
}

const refusal = (label: string, { logicalId, stack }: Resource, reason: string): AssemblyError =>
  new AssemblyError(
    `${label} ${logicalId} in stack ${stack} ${reason}, and the local cloud checks plain Allow statements only.`,
  )
