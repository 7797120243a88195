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
  const one = first.has(key) || sameClub.has(key)
  if (one && otherClub.has(key)) return 'everybody'
  return first.has(key) && sameClub.has(key) ? 'a club' : 'a team'
}

/** How many teams share a key in the full model: for a club, those of the largest one. */
export const teamsBehind = (scope: Scope, { clubs, teamsOfClub, teamsOfLargestClub }: Model): number =>
  ({ 'a team': 1, 'a club': teamsOfLargestClub, everybody: clubs * teamsOfClub })[scope]

/** The share of a whole day's work in its peak second. */
export const peakOfDay = ({ peakHourShare, peakBurst }: Model): number => (peakHourShare * peakBurst) / 3600

export type Hot = Units & { key: string; scope: Scope }
/** Units in the peak second at each partition key; a key's own use is the mean of the rounds that used it. */
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

/** A key for the report: without ids, since it is one of many. */
export const shapeOf = (key: string): string =>
  key.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\b[a-z][\da-hjkmnp-tv-z]{11}\b(\.[a-z][\da-hjkmnp-tv-z]{11})*/g, '…')
