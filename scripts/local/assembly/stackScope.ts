import type { Resource } from '../types.ts'
import { AssemblyError } from './assemblyError.ts'
import type { Stack } from './cloudAssembly.ts'
import { evaluate, noValue, type Scope } from './intrinsics.ts'
import { memo } from './memo.ts'
import type { Place } from './resourceType.ts'

/** What a stack can see of the whole app. */
export type ScopeContext = Place & {
  find: (stack: string, logicalId: string) => Resource | undefined
  physicalId: (resource: Resource) => string
  attribute: (resource: Resource, name: string) => string
  /** Undefined if no stack exports that name. */
  exported: (name: string) => unknown
}

/** Resolves the references in one stack's template. */
export function stackScope({ name: stack, template }: Stack, context: ScopeContext): Scope {
  const { Conditions = {}, Mappings = {}, Parameters = {} } = template
  const missingError = (what: string): AssemblyError =>
    new AssemblyError(`The template of stack ${stack} refers to ${what}, which is not there: synthesize the app again.`)

  const pseudo: Record<string, unknown> = {
    'AWS::AccountId': context.account,
    'AWS::NoValue': noValue,
    'AWS::NotificationARNs': [],
    'AWS::Partition': 'aws',
    'AWS::Region': context.region,
    'AWS::StackId': `arn:aws:cloudformation:${context.region}:${context.account}:stack/${stack}/local`,
    'AWS::StackName': stack,
    'AWS::URLSuffix': 'amazonaws.com',
  }
  const condition = memo<string, boolean>(
    (name) => {
      if (!Object.hasOwn(Conditions, name)) throw missingError(`the condition ${name}`)
      return evaluate(scope, Conditions[name]) === true
    },
    (name) => `the condition ${name} in stack ${stack}`,
  )
  const scope: Scope = {
    stack,
    condition,
    ref(name) {
      if (Object.hasOwn(pseudo, name)) return pseudo[name]
      const resource = context.find(stack, name)
      if (resource) return context.physicalId(resource)
      const parameter = Object.hasOwn(Parameters, name) ? Parameters[name] : undefined
      if (!parameter) throw missingError(`the resource ${name}`)
      // The default of such a parameter is the name of an SSM parameter, not a value.
      if (parameter.Default !== undefined && !parameter.Type.startsWith('AWS::SSM::')) return parameter.Default
      throw new AssemblyError(`The parameter ${name} of stack ${stack} has no value that is known here.`)
    },
    attribute(logicalId, attribute) {
      const resource = context.find(stack, logicalId)
      if (!resource) throw missingError(`the resource ${logicalId}`)
      return context.attribute(resource, attribute)
    },
    importValue(name) {
      const value = context.exported(name)
      if (value === undefined) throw missingError(`the export ${name} of another stack`)
      return value
    },
    mapping(map, first, second) {
      const value = Mappings[map]?.[first]?.[second]
      if (value === undefined) throw missingError(`the mapping ${map}.${first}.${second}`)
      return value
    },
  }
  return scope
}

/**
 * The same scope for values that nothing acts on locally: references to something that does not exist are still errors,
 * but values that only AWS knows are not.
 */
export function lenient(scope: Scope, template: Stack['template'], exists: (logicalId: string) => boolean): Scope {
  return {
    ...scope,
    ref: (name) => (template.Parameters && Object.hasOwn(template.Parameters, name) ? name : scope.ref(name)),
    attribute(logicalId, attribute) {
      try {
        return scope.attribute(logicalId, attribute)
      } catch (error) {
        if (exists(logicalId)) return `${logicalId}.${attribute}`
        throw error
      }
    },
  }
}
