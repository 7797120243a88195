import type { model } from './model.ts'

type Units = { read: number; write: number }
export type ByKey = ReadonlyMap<string, Units>
/** The same Saturday of three teams, one after the other: two of one club, and one of another. */
export type Rounds = { first: ByKey; sameClub: ByKey; otherClub: ByKey }
/** Whose work comes together at a partition key. */
export type Scope = 'a team' | 'a club' | 'everybody'
type Model = { [Name in keyof typeof model]: number }

/** By which rounds have come to a key: what teams of two clubs come to is everybody’s. */
export function scopeOf(key: string, { first, sameClub, otherClub }: Rounds): Scope {
  const one = first.has(key) || sameClub.has(key)
  if (one && otherClub.has(key)) return 'everybody'
  return first.has(key) && sameClub.has(key) ? 'a club' : 'a team'
}

/** How many teams are behind a key in the whole: of a club, as in the largest one. */
export const teamsBehind = (scope: Scope, { clubs, teamsOfClub, teamsOfLargestClub }: Model): number =>
  ({ 'a team': 1, 'a club': teamsOfLargestClub, everybody: clubs * teamsOfClub })[scope]

/** How much of what is done on the whole day is done in its fullest second. */
export const peakOfDay = ({ peakHourShare, peakBurst }: Model): number => (peakHourShare * peakBurst) / 3600

export type Hot = Units & { key: string; scope: Scope }
/** Units in the fullest second at each partition key; a key's own share is the mean of the rounds that came to it. */
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

/** A key as it is told: ids are left out, since it is one of many. */
export const shapeOf = (key: string): string =>
  key.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\b[a-z][\da-hjkmnp-tv-z]{11}\b(\.[a-z][\da-hjkmnp-tv-z]{11})*/g, '…')
