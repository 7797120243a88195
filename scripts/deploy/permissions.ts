import type { Resource } from './templates.ts'

type Statement = {
  Effect?: string
  Action?: string | string[]
  Resource?: unknown
  Condition?: unknown
  Principal?: unknown
}
type Document = { Statement?: Statement[] }

/**
 * What a role, a policy or a permission allows: a sentence for each action on each resource with its condition.
 * Equivalent resources give the same sentences; other types of resources allow nothing.
 */
export function permissionsOf({ Type, Properties = {} }: Resource): string[] {
  if (Type === 'AWS::Lambda::Permission')
    return [`${text(Properties['Principal'])} may ${text(Properties['Action'])} on ${text(Properties['FunctionName'])}`]
  const inline = (Properties['Policies'] ?? []) as { PolicyDocument: Document }[]
  const documents = [Properties['PolicyDocument'] as Document | undefined, ...inline.map((each) => each.PolicyDocument)]
  const managedPolicies = (Properties['ManagedPolicyArns'] ?? []) as unknown[]
  const statements = documents.flatMap((document) => document?.Statement ?? [])
  return [
    ...managedPolicies.map((arn) => `may do everything that ${text(arn)} allows`),
    ...statements.filter(({ Effect }) => Effect === 'Allow').flatMap(sentences),
  ]
}

function sentences({ Action = [], Resource: resource, Condition, Principal }: Statement): string[] {
  const principal = Principal === undefined ? '' : `${text(Principal)} `
  const condition = Condition === undefined ? '' : ` where ${text(Condition)}`
  return [Action]
    .flat()
    .flatMap((action) => [resource].flat().map((each) => `${principal}may ${action} on ${text(each)}${condition}`))
}

const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'itself'))
