import { StartError } from './startError.ts'
import type { Resource } from './types.ts'

/**
 * Refuses a property that the local cloud does not act on: it would work differently here than on AWS, and nobody would
 * know. `known` names those it acts on and those that change nothing here.
 */
export function onlyKnown(properties: object, known: readonly string[], what: string): void {
  const unknown = Object.keys(properties).find((name) => !known.includes(name))
  if (unknown) throw new StartError(`The local cloud does not know the property ${unknown} of ${what}.`)
}

/** A resource as it is called in a sentence. */
export const called = ({ logicalId, type, stack }: Resource): string => `${logicalId} (${type}) in stack ${stack}`
