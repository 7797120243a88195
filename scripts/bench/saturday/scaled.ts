import type { model } from './model.ts'

type Units = { read: number; write: number }
export type ByKey = ReadonlyMap<string, Units>
/** The same Saturday of three teams, one after the other: two of one club, and one of another. */
export type Rounds = { first: ByKey; sameClub: ByKey; otherClub: ByKey }
/** Who shares a partition key. */
export type Scope = 'a team' | 'a club' | 'everybody'
type Model = { [Name in keyof typeof model]: number }

/** Derived from the rounds that used a key: keys used by teams of two clubs are shared by everybody. */
export function scopeOf(key: string, { first, sameClub, otherClub }: Rounds): Scope {
  const one = first.has(key) || sameClub.has(key)
  if (one && otherClub.has(key)) return 'everybody'
  return first.has(key) && sameClub.has(key) ? 'a club' : 'a team'
}

/** How many teams use a key at full scale; for a club's key, those of the largest club. */
export const teamsBehind = (scope: Scope, { clubs, teamsOfClub, teamsOfLargestClub }: Model): number =>
  ({ 'a team': 1, 'a club': teamsOfLargestClub, everybody: clubs * teamsOfClub })[scope]

/** The share of the whole day that falls into its peak second. */
export const peakOfDay = ({ peakHourShare, peakBurst }: Model): number => (peakHourShare * peakBurst) / 3600

export type Hot = Units & { key: string; scope: Scope }
/** Units in the peak second at each partition key; a key's own share is the mean of the rounds that used it. */
export function atPeak(rounds: Rounds, given: Model): Hot[] {
  const all = Object.values(rounds)
  const keys = [...new Set(all.flatMap((round) => [...round.keys()]))]
  return keys.map((key) => {
    const scope = scopeOf(key, rounds)
    const there = all.flatMap((round) => round.get(key) ?? [])
    const times = (teamsBehind(scope, given) * peakOfDay(given)) / there.length
    const of = (name: keyof Units) => there.reduce((sum, units) => sum + units[name], 0) * times
    return { key, scope, read: of('read'), write: of('write') }
  })
}

export const sumOf = (round: ByKey): Units => {
  const all = [...round.values()]
  const of = (name: keyof Units) => all.reduce((sum, units) => sum + units[name], 0)
  return { read: of('read'), write: of('write') }
}

/** A key as printed: without ids, since it is one of many. */
export const shapeOf = (key: string): string =>
  key.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\b[a-z][\da-hjkmnp-tv-z]{11}\b(\.[a-z][\da-hjkmnp-tv-z]{11})*/g, '…')
