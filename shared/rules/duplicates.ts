import { fold, similarity, words } from './textMatching.ts'

/** A player for the search for duplicates. `contacts`: the names of their contacts. */
export type Compared = {
  id: string
  firstName: string
  lastName: string
  bornOn?: string | undefined
  teams: readonly string[]
  contacts: readonly string[]
}
export const reasons = [
  'sameName',
  'turnedName',
  'nearName',
  'sameBirthday',
  'otherBirthday',
  'sameTeam',
  'sameContact',
] as const
export type Reason = (typeof reasons)[number]
export type Likeness = { score: number; reasons: Reason[] }

/** The weight of each reason, for or against. */
const weights: Record<Reason, number> = {
  sameName: 60,
  turnedName: 55,
  nearName: 40,
  sameBirthday: 30,
  otherBirthday: -45,
  sameTeam: 5,
  sameContact: 15,
}
/** The score from which two players are shown as possibly the same person. */
const leastScore = 60
const leastSimilarity = 0.92

const nameOf = ({ firstName, lastName }: Pick<Compared, 'firstName' | 'lastName'>) => fold(`${firstName} ${lastName}`)
const sorted = (name: string) => words(name).toSorted().join(' ')

/** How likely two players are the same person, from 0 to 100, and why. */
export function compare(a: Compared, b: Compared): Likeness {
  const reasons: Reason[] = []
  const [nameA, nameB] = [nameOf(a), nameOf(b)]
  if (nameA === nameB) reasons.push('sameName')
  else if (sorted(nameA) === sorted(nameB)) reasons.push('turnedName')
  else if (similarity(nameA, nameB) >= leastSimilarity) reasons.push('nearName')
  else return { score: 0, reasons: [] }
  if (a.bornOn && b.bornOn) reasons.push(a.bornOn === b.bornOn ? 'sameBirthday' : 'otherBirthday')
  if (a.teams.some((team) => b.teams.includes(team))) reasons.push('sameTeam')
  const knownContacts = new Set(a.contacts.map(fold))
  if (b.contacts.some((name) => knownContacts.has(fold(name)))) reasons.push('sameContact')
  const sum = reasons.reduce((total, reason) => total + weights[reason], 0)
  return { score: Math.max(0, Math.min(100, sum)), reasons }
}

export type Pair = Likeness & { a: Compared; b: Compared }

/** The most later members of a group that each one is compared with. */
const maxCompared = 100

/** Grouping keys: players are compared if their names have the same words, or they share a birthday and the initial of a word. */
function keysOf({ bornOn, ...player }: Compared): Set<string> {
  const name = nameOf(player)
  const birthKeys = bornOn ? words(name).map((word) => `${bornOn} ${word.charAt(0)}`) : []
  return new Set([sorted(name), ...birthKeys])
}

/** A key for two players, independent of their order. */
export const pairKey = (idA: string, idB: string): string => [idA, idB].toSorted().join(' ')

/**
 * Pairs of players who may be the same person, the likeliest first. Only players that share a key are compared, and of a key that many
 * players share only a limited number, so that it is not quadratic in a club of ten thousand.
 * @param distinctPairs the keys of pairs that were marked as different people
 */
export function duplicatesIn(
  players: readonly Compared[],
  max: number,
  distinctPairs: ReadonlySet<string> = new Set(),
): Pair[] {
  const groups = new Map<string, Compared[]>()
  for (const player of players)
    for (const key of keysOf(player)) {
      const group = groups.get(key)
      if (group) group.push(player)
      else groups.set(key, [player])
    }
  const pairs = new Map<string, Pair>()
  for (const group of groups.values())
    for (const [i, a] of group.entries())
      for (const b of group.slice(i + 1, i + 1 + maxCompared)) {
        if (distinctPairs.has(pairKey(a.id, b.id))) continue
        const likeness = compare(a, b)
        if (likeness.score >= leastScore) pairs.set(pairKey(a.id, b.id), { ...likeness, a, b })
      }
  return [...pairs.values()].toSorted((x, y) => y.score - x.score || (nameOf(x.a) < nameOf(y.a) ? -1 : 1)).slice(0, max)
}
