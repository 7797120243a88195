import { StartError } from './startError.ts'
import type { Resource } from './types.ts'

/**
 * Throws for a property of a resource that the local cloud does not implement, since it would behave differently from AWS without notice.
 * `knownNames`: the implemented properties, and those without any effect here.
 */
export function rejectUnknownProperties(properties: object, knownNames: readonly string[], label: string): void {
  const unknownName = Object.keys(properties).find((name) => !knownNames.includes(name))
  if (unknownName) throw new StartError(`The local cloud does not know the property ${unknownName} of ${label}.`)
}

/** The name of a resource for messages. */
export const describeResource = ({ logicalId, type, stack }: Resource): string =>
  `${logicalId} (${type}) in stack ${stack}`
