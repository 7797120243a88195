import { services } from '../services/list.ts'
import type { Resource } from '../types.ts'
import { AssemblyError } from './assemblyError.ts'
import { onlyAws, roles } from './onlyAws.ts'
import { madeName, type Named, type Place, type ResourceType } from './resourceType.ts'

/** The types that a part of the local cloud acts on. */
const served: Record<string, ResourceType> = Object.assign({}, roles, ...services.map(({ types }) => types))

/** Every type that a template may hold. A type that is not here stops the start, so that nothing is silently missing. */
const known: Record<string, ResourceType> = { ...onlyAws, ...served }

/** Does a part of the local cloud act on resources of this type? */
export const isServed = (type: string): boolean => Object.hasOwn(served, type)

const typeOf = ({ type }: Resource): ResourceType => (Object.hasOwn(known, type) ? known[type] : undefined) ?? {}

/** Throws an AssemblyError that names type, resource and stack, and says what to do, unless the type is known. */
export function refuseUnknownType({ type, logicalId, stack }: Resource): void {
  if (Object.hasOwn(known, type)) return
  throw new AssemblyError(
    `The local cloud does not know the type ${type} of ${logicalId} in stack ${stack}: ` +
      'add it to the service in scripts/local/services that serves it, or to scripts/local/assembly/onlyAws.ts.',
  )
}

/** The name of a resource: what the template names it, else one that AWS would draw or make. */
export function nameOf(resource: Resource, place: Place, resolved: (property: string) => unknown): string {
  const { named, drawn } = typeOf(resource)
  const given = named && resource.properties[named] !== undefined ? resolved(named) : undefined
  if (typeof given === 'string') return given
  return drawn?.(resource, place) ?? madeName(resource)
}

/** The ARN of a resource, or undefined for a type that has none here. */
export const arnOf = (named: Named): string | undefined => typeOf(named.resource).arn?.(named)

/** What `Ref` gives. */
export const refOf = (named: Named): string => typeOf(named.resource).ref?.(named) ?? named.name

/** What `Fn::GetAtt` gives; throws an AssemblyError for an attribute that is not known here. */
export function attributeOf(named: Named, attribute: string): string {
  const { type, logicalId, stack } = named.resource
  const attributes = typeOf(named.resource).attributes ?? {}
  const found = attributes[attribute]?.(named) ?? (attribute === 'Arn' ? arnOf(named) : undefined)
  if (found !== undefined) return found
  throw new AssemblyError(
    `The local cloud does not know the attribute ${attribute} of ${logicalId} (${type}) in stack ${stack}: ` +
      'add it where scripts/local says how that type is named.',
  )
}

/** The addresses of a resource at AWS, and what stands in their place. */
export const addressesOf = (named: Named): [aws: string, local: string][] =>
  Object.entries(typeOf(named.resource).addresses?.(named) ?? {})
