import { existsSync } from 'node:fs'
import { externalAddresses } from '../services/external.ts'
import type { Assembly, Resource } from '../types.ts'
import { AssemblyError } from './assemblyError.ts'
import { readCloudAssembly, type Stack } from './cloudAssembly.ts'
import { replaceReferences } from './dynamicReferences.ts'
import { evaluate, noValue, type Scope } from './intrinsics.ts'
import { memo } from './memo.ts'
import type { Endpoints, NamedResource, Place } from './resourceType.ts'
import { addressesOf, arnOf, attributeOf, isServed, nameOf, refOf, refuseUnknownType } from './resourceTypes.ts'
import { lenient, stackScope, type ScopeContext } from './stackScope.ts'

type Options = Endpoints & {
  /** The value of one of the app's secrets, for `{{resolve:secretsmanager:…}}`. */
  secretValue?: (secret: Resource) => string
}

/**
 * Reads the synthesized CDK app in `dir` as CloudFormation would deploy it. `options` is read whenever a value is
 * evaluated. Throws an AssemblyError with a message for the user if something is missing, broken or not supported.
 */
export function readAssembly(dir: string, options: Options): Assembly {
  const { stacks, assets } = readCloudAssembly(dir)
  if (stacks.length === 0) throw new AssemblyError(`The synthesized app in ${dir} has no stacks.`)
  const place = placeOf(stacks)

  const all = new Map<string, Resource>()
  const find = (stack: string, logicalId: string): Resource | undefined => all.get(`${stack}/${logicalId}`)
  const context: ScopeContext = {
    ...place,
    find,
    physicalId: (resource) => refOf(namedResource(resource)),
    attribute: (resource, name) => attributeOf(namedResource(resource), name),
    exported: (name) => {
      const exported = exports(undefined).get(name)
      return exported && evaluate(exported.scope, exported.value)
    },
  }
  const scopes = new Map(stacks.map((stack) => [stack.name, stackScope(stack, context)]))
  const scopeOf = (stack: string): Scope => {
    const scope = scopes.get(stack)
    if (scope) return scope
    throw new AssemblyError(`There is no stack ${stack} in the synthesized app.`)
  }
  const exports = memo(
    () => new Map(stacks.flatMap((stack) => exportsOf(stack, scopeOf(stack.name)))),
    () => 'the name of an export',
  )
  const namedResource = memo(
    (resource: Resource): NamedResource => {
      const property = (name: string): unknown => evaluate(scopeOf(resource.stack), resource.properties[name])
      return { ...place, resource, name: nameOf(resource, place, property), endpoints: options, property }
    },
    ({ stack, logicalId }) => `the name of ${logicalId} in stack ${stack}`,
  )

  for (const stack of stacks) {
    for (const resource of resourcesOf(stack, scopeOf(stack.name)))
      all.set(`${stack.name}/${resource.logicalId}`, resource)
  }
  const resources = [...all.values()]
  for (const resource of resources) refuseUnknownType(resource)
  for (const stack of stacks) {
    const scope = scopeOf(stack.name)
    const evaluateForAws = lenient(scope, stack.template, (logicalId) => find(stack.name, logicalId) !== undefined)
    for (const { type, properties } of resources.filter((one) => one.stack === stack.name)) {
      evaluate(isServed(type) ? scope : evaluateForAws, properties)
    }
  }

  const byArn = new Map(resources.map((resource) => [arnOf(namedResource(resource)) ?? '', resource]))
  byArn.delete('')
  const addresses = [
    ...resources.flatMap((resource) => addressesOf(namedResource(resource))),
    ...externalAddresses(options.origin),
  ]
  const finish = (text: string, stack: string): string => {
    const withSecrets = replaceReferences(text, stack, (arn) => byArn.get(arn), options.secretValue)
    return addresses.reduce((local, [aws, localAddress]) => local.replaceAll(aws, localAddress), withSecrets)
  }

  return {
    ...place,
    resources,
    ofType: (...types) => resources.filter(({ type }) => types.includes(type)),
    resolve<T>(stack: string, value: unknown) {
      const resolved = evaluate(scopeOf(stack), value)
      // The caller knows the template and asserts the type.
      return (resolved === noValue ? undefined : mapTexts(resolved, (text) => finish(text, stack))) as T
    },
    physicalId: context.physicalId,
    arn(resource) {
      const arn = arnOf(namedResource(resource))
      if (arn) return arn
      throw new AssemblyError(
        `${resource.logicalId} (${resource.type}) in stack ${resource.stack} has no ARN that is known here.`,
      )
    },
    // ARNs of indexes and streams resolve to their table.
    byArn: (arn) => byArn.get(arn) ?? byArn.get(arn.replace(/(:table\/[^/]+)\/.*$/, '$1')),
    byLogicalId: find,
    assetPath(stack, s3Key) {
      const path = assets.get(s3Key)
      if (path && existsSync(path)) return path
      throw new AssemblyError(
        `The asset ${s3Key} of stack ${stack} is not in the synthesized app: synthesize it again.`,
      )
    },
  }
}

/**
 * All stacks are in one region and account; defaults for what the app leaves open are those of a developer without an
 * account.
 */
function placeOf(stacks: Stack[]): Place {
  const onlyValue = (values: (string | undefined)[], label: string): string | undefined => {
    const [value, ...otherValues] = new Set(values.filter((value) => value !== undefined))
    if (otherValues.length === 0) return value
    throw new AssemblyError(
      `The stacks are in several ${label} (${[value, ...otherValues].join(', ')}), and the local cloud has one.`,
    )
  }
  return {
    region:
      onlyValue(
        stacks.map(({ region }) => region),
        'regions',
      ) ?? 'us-east-1',
    account:
      onlyValue(
        stacks.map(({ account }) => account),
        'accounts',
      ) ?? '000000000000',
  }
}

const resourcesOf = ({ name, template }: Stack, scope: Scope): Resource[] =>
  Object.entries(template.Resources ?? {})
    .filter(([, { Condition }]) => !Condition || scope.condition(Condition))
    .map(([logicalId, { Type, Properties = {} }]) => ({ stack: name, logicalId, type: Type, properties: Properties }))

const exportsOf = ({ template }: Stack, scope: Scope) =>
  Object.values(template.Outputs ?? {})
    .filter(({ Export, Condition }) => Export && (!Condition || scope.condition(Condition)))
    .map(({ Value, Export }) => [String(evaluate(scope, Export?.Name)), { scope, value: Value }] as const)

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapTexts(child, change)]))
}
