import type { Unit } from './UnitsDialog.tsx'

/**
 * For whom what is copied is meant: whose it is, while that takes any; of a team that is archived the one that is called so now. Where
 * several are, it is for whoever copies to say which.
 */
export function usualUnit({ id, name }: { id: string; name: string }, units: readonly Unit[]): string {
  if (units.some(({ value }) => value === id)) return id
  const [called, ...more] = units.filter(({ label }) => label === name)
  return called && more.length === 0 ? called.value : ''
}
