import type { Unit } from './UnitsDialog.tsx'

/**
 * The default target of a copy: the registration's own team or club if it still takes registrations, otherwise the only active team with
 * the same name. Empty if there is none, or more than one: then the user has to choose.
 */
export function findDefaultUnit({ id, name }: { id: string; name: string }, units: readonly Unit[]): string {
  if (units.some(({ value }) => value === id)) return id
  const [match, ...otherMatches] = units.filter(({ label }) => label === name)
  return match && otherMatches.length === 0 ? match.value : ''
}
