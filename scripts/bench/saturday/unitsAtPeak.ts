import type { model } from './model.ts'

type Units = { read: number; write: number }
export type ByKey = ReadonlyMap<string, Units>
/** The same Saturday of three teams, one after the other: two of one club, and one of another. */
export type Rounds = { first: ByKey; sameClub: ByKey; otherClub: ByKey }
/** Who shares a partition key. */
export type Scope = 'a team' | 'a club' | 'everybody'
type Model = { [Name in keyof typeof model]: number }

/** The scope of a key, from the rounds that used it: a key that teams of two clubs use is everybody’s. */
export function scopeOf(key: string, { first, sameClub, otherClub }: Rounds): Scope {
  const isUsedByFirstClub = first.has(key) || sameClub.has(key)
  if (isUsedByFirstClub && otherClub.has(key)) return 'everybody'
  return first.has(key) && sameClub.has(key) ? 'a club' : 'a team'
}

/** How many teams share a key in the full model: for a club, those of the largest one. */
export const teamsSharing = (scope: Scope, { clubs, teamsOfClub, teamsOfLargestClub }: Model): number =>
  ({ 'a team': 1, 'a club': teamsOfLargestClub, everybody: clubs * teamsOfClub })[scope]

/** The share of a whole day's work in its peak second. */
export const peakOfDay = ({ peakHourShare, peakBurst }: Model): number => (peakHourShare * peakBurst) / 3600

export type HotKey = Units & { key: string; scope: Scope }
/** Units in the peak second at each partition key; a key's own use is the mean of the rounds that used it. */
export function unitsAtPeak(rounds: Rounds, model: Model): HotKey[] {
  const all = Object.values(rounds)
  const keys = [...new Set(all.flatMap((round) => [...round.keys()]))]
  return keys.map((key) => {
    const scope = scopeOf(key, rounds)
    const unitsByRound = all.flatMap((round) => round.get(key) ?? [])
    const factor = (teamsSharing(scope, model) * peakOfDay(model)) / unitsByRound.length
    const scaledSum = (name: keyof Units) => unitsByRound.reduce((sum, units) => sum + units[name], 0) * factor
    return { key, scope, read: scaledSum('read'), write: scaledSum('write') }
  })
}

export const sumOf = (round: ByKey): Units => {
  const all = [...round.values()]
  const sumOfUnits = (name: keyof Units) => all.reduce((sum, units) => sum + units[name], 0)
  return { read: sumOfUnits('read'), write: sumOfUnits('write') }
}

/** A key for the report: without ids, since it is one of many. */
export const shapeOf = (key: string): string =>
  key.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\b[a-z][\da-hjkmnp-tv-z]{11}\b(\.[a-z][\da-hjkmnp-tv-z]{11})*/g, '…')
