import { services } from '../services/list.ts'
import type { Resource } from '../types.ts'
import { AssemblyError } from './assemblyError.ts'
import { onlyAws, roles } from './onlyAws.ts'
import { generatedName, type NamedResource, type Place, type ResourceType } from './resourceType.ts'

/** The types that the services of the local cloud implement. */
const servedTypes: Record<string, ResourceType> = Object.assign({}, roles, ...services.map(({ types }) => types))

/** All types that a template may contain. Any other type stops the start, so that nothing is silently missing. */
const knownTypes: Record<string, ResourceType> = { ...onlyAws, ...servedTypes }

/** Whether a service of the local cloud implements this type. */
export const isServed = (type: string): boolean => Object.hasOwn(servedTypes, type)

const typeOf = ({ type }: Resource): ResourceType =>
  (Object.hasOwn(knownTypes, type) ? knownTypes[type] : undefined) ?? {}

/** Throws an AssemblyError that names type, resource and stack, and says what to do, unless the type is known. */
export function refuseUnknownType({ type, logicalId, stack }: Resource): void {
  if (Object.hasOwn(knownTypes, type)) return
  throw new AssemblyError(
    `The local cloud does not know the type ${type} of ${logicalId} in stack ${stack}: ` +
      'add it to the service in scripts/local/services that serves it, or to scripts/local/assembly/onlyAws.ts.',
  )
}

/** The name of a resource: the one in the template, otherwise one as AWS would generate or derive it. */
export function nameOf(resource: Resource, place: Place, resolveProperty: (property: string) => unknown): string {
  const { nameProperty, defaultName } = typeOf(resource)
  const givenName =
    nameProperty && resource.properties[nameProperty] !== undefined ? resolveProperty(nameProperty) : undefined
  if (typeof givenName === 'string') return givenName
  return defaultName?.(resource, place) ?? generatedName(resource)
}

/** The ARN of a resource, or undefined for a type without a local ARN. */
export const arnOf = (named: NamedResource): string | undefined => typeOf(named.resource).arn?.(named)

/** The value of `Ref`. */
export const refOf = (named: NamedResource): string => typeOf(named.resource).ref?.(named) ?? named.name

/** The value of `Fn::GetAtt`; throws an AssemblyError for an unsupported attribute. */
export function attributeOf(named: NamedResource, attribute: string): string {
  const { type, logicalId, stack } = named.resource
  const attributes = typeOf(named.resource).attributes ?? {}
  const value = attributes[attribute]?.(named) ?? (attribute === 'Arn' ? arnOf(named) : undefined)
  if (value !== undefined) return value
  throw new AssemblyError(
    `The local cloud does not know the attribute ${attribute} of ${logicalId} (${type}) in stack ${stack}: ` +
      'add it where scripts/local says how that type is named.',
  )
}

/** The addresses of a resource at AWS, each with its local replacement. */
export const addressesOf = (named: NamedResource): [aws: string, local: string][] =>
  Object.entries(typeOf(named.resource).addresses?.(named) ?? {})
