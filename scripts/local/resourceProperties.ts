import { StartError } from './startError.ts'
import type { Resource } from './types.ts'

/**
 * Throws for a property of a resource that the local cloud does not implement, since it would behave differently from AWS without notice.
 * `known`: the implemented properties, and those without any effect here.
 */
export function rejectUnknownProperties(properties: object, known: readonly string[], what: string): void {
  const unknown = Object.keys(properties).find((name) => !known.includes(name))
  if (unknown) throw new StartError(`The local cloud does not know the property ${unknown} of ${what}.`)
}

/** The name of a resource for messages. */
export const describeResource = ({ logicalId, type, stack }: Resource): string =>
  `${logicalId} (${type}) in stack ${stack}`
