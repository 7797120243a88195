import { type Access, flagsOn, type Flag } from '../permissions.ts'
import { organizationOf } from '../ids.ts'
import { check, longest, required, type ValueFaults } from './faults.ts'
import { rebaseList } from './listChange.ts'
import { type AccessType, accessTo, type Reader, readerOf, type Shares } from './shares.ts'

/** In characters. */
export const recordingTitleLimit = 100
export const momentLimit = 500
/** The most moments of a recording, and the most lines and points drawn on one. */
export const maxMoments = 200
export const maxStrokes = 20
export const maxPoints = 200
/** The longest recording, in seconds: a day. */
export const longestRecording = 86_400
/** A recording's poster in a list: its largest width or height in pixels, and its most bytes. */
export const posterPixels = 640
export const posterLimit = 60_000

/** Drawing colours: all are visible on grass. */
export const strokeColors = ['yellow', 'red', 'blue', 'white'] as const
/** A line drawn on a frozen frame: alternating x and y, in thousandths of its width and height. */
export type Stroke = { color: (typeof strokeColors)[number]; points: readonly number[] }

/** The flags that allow recording for a team: editing it, or its events. */
export const recording: readonly Flag[] = ['canEditTeam', 'canEditEvents']
export const mayRecord = (access: Access, teamId: string): boolean => {
  const flags = flagsOn(access, { organizationId: organizationOf(teamId), teamId })
  return recording.some((flag) => flags.has(flag))
}

/** With whom a recording is shared: its team, some of its players, or only those who record for the team. */
export type SharedWith = { team: boolean; playerIds: readonly string[] }
export const sharesOf = (teamId: string, { team, playerIds }: SharedWith): Shares =>
  Object.fromEntries([...(team ? [teamId] : []), ...playerIds].map((party) => [party, 'USER' as const]))
export const sharedWith = (teamId: string, shares: Shares): SharedWith => ({
  team: teamId in shares,
  playerIds: Object.keys(shares).filter((party) => party !== teamId),
})
/** With whom it is shared after a user's change, given what they started from: see `rebaseList`. */
export const rebaseShares = (teamId: string, current: Shares, edited: SharedWith, original?: SharedWith): Shares => {
  const parties = (shares: SharedWith) => Object.keys(sharesOf(teamId, shares))
  const playerIds = rebaseList(Object.keys(current), parties(edited), original && parties(original))
  return sharesOf(teamId, { team: false, playerIds })
}

/** Whether the user runs something in a club: they see what is shared with any of its teams, as in the library. */
export const runs = (access: Access, organizationId: string): boolean => flagsOn(access, { organizationId }).size > 0

/** The user's access to a recording, by the library's rules. */
export function accessToRecording(access: Access, teamId: string, shares: Shares): AccessType | undefined {
  const organizationId = organizationOf(teamId)
  const { parties } = readerOf(access, organizationId)
  const all = runs(access, organizationId) ? new Set([...parties, teamId]) : parties
  const reader: Reader = { owns: mayRecord(access, teamId), parties: all }
  return accessTo({ it: { shares } }, { id: 'it' }, reader)
}

type Form = { title: string }
export const recordingFaults = ({ title }: Form): ValueFaults => ({
  title: check(title, required, longest(recordingTitleLimit)),
})
export const momentFaults = ({ comment }: { comment: string }): ValueFaults => ({
  comment: check(comment, required, longest(momentLimit)),
})

/** The bytes of recordings that a club kept in a month with changes: the maximum, and at its end. */
type Month = { most: number; last: number }
/** By month: `2026-11`. */
export type KeptMonths = Readonly<Record<string, Month>>

const lastBefore = (months: KeptMonths, month: string): number => {
  const [latest] = Object.keys(months)
    .filter((each) => each < month)
    .toSorted((a, b) => b.localeCompare(a))
  return latest === undefined ? 0 : (months[latest]?.last ?? 0)
}

/** The maximum kept in a month; if nothing changed in it, what was left of the month before. */
export const storedInMonth = (months: KeptMonths, month: string): number =>
  months[month]?.most ?? lastBefore(months, month)

/** What is kept after all changes. */
export const storedNow = (months: KeptMonths): number => lastBefore(months, '9999-99')

/** The months after so many bytes were added or removed. */
export function addToMonth(months: KeptMonths, month: string, added: number): KeptMonths {
  const current = months[month] ?? { most: lastBefore(months, month), last: lastBefore(months, month) }
  const last = Math.max(0, current.last + added)
  return { ...months, [month]: { most: Math.max(current.most, last), last } }
}

/** The number of months shown. */
const monthsShown = 6

/** The last months up to one, latest first; a month without changes keeps the amount from before. */
export function lastMonths(months: KeptMonths, month: string): { month: string; bytes: number }[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: monthsShown }, (_, i) => {
    const at = year * 12 + number - 1 - i
    const name = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    return { month: name, bytes: months[name]?.most ?? lastBefore(months, name) }
  })
}
