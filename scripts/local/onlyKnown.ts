import { StartError } from './startError.ts'
import type { Resource } from './types.ts'

/**
 * Throws for a property that the local cloud does not support: it would silently work differently from AWS. `known`
 * lists the supported properties and those without a local effect.
 */
export function onlyKnown(properties: object, known: readonly string[], what: string): void {
  const unknown = Object.keys(properties).find((name) => !known.includes(name))
  if (unknown) throw new StartError(`The local cloud does not know the property ${unknown} of ${what}.`)
}

/** A resource as error messages name it. */
export const called = ({ logicalId, type, stack }: Resource): string => `${logicalId} (${type}) in stack ${stack}`
