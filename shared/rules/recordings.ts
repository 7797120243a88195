import { type Access, flagsOn, type Flag } from '../permissions.ts'
import { organizationOf } from '../ids.ts'
import { check, longest, required, type ValueFaults } from './faults.ts'
import { rebaseList } from './listChange.ts'
import { type AccessType, accessTo, type Reader, readerOf, type Shares } from './shares.ts'

/** In characters. */
export const recordingTitleLimit = 100
export const momentLimit = 500
/** As many moments are marked in one recording, and lines drawn on one. */
export const mostMoments = 200
export const mostStrokes = 20
export const mostPoints = 200
/** A recording lasts a day at most, in seconds. */
export const longestRecording = 86_400
/** The picture of a recording in a list: no wider or higher, in pixels, and no larger, in bytes. */
export const posterPixels = 640
export const posterLimit = 60_000

/** Colours that are drawn in: all are seen on grass. */
export const strokeColors = ['yellow', 'red', 'blue', 'white'] as const
/** A line that is drawn on a frozen frame: x and y in thousandths of its width and height, one after another. */
export type Stroke = { color: (typeof strokeColors)[number]; points: readonly number[] }

/** Who records for a team: whoever plans it, or its events. */
export const recording: readonly Flag[] = ['canEditTeam', 'canEditEvents']
export const mayRecord = (access: Access, teamId: string): boolean => {
  const flags = flagsOn(access, { organizationId: organizationOf(teamId), teamId })
  return recording.some((flag) => flags.has(flag))
}

/** With whom a recording is shared: its team, some of its players, or nobody but who records for the team. */
export type SharedWith = { team: boolean; playerIds: readonly string[] }
export const sharesOf = (teamId: string, { team, playerIds }: SharedWith): Shares =>
  Object.fromEntries([...(team ? [teamId] : []), ...playerIds].map((party) => [party, 'USER' as const]))
export const sharedWith = (teamId: string, shares: Shares): SharedWith => ({
  team: teamId in shares,
  playerIds: Object.keys(shares).filter((party) => party !== teamId),
})
/** With whom it is shared once somebody has said it, beside what they began with: see `rebaseList`. */
export const rebaseShares = (teamId: string, standing: Shares, now: SharedWith, began?: SharedWith): Shares => {
  const parties = (said: SharedWith) => Object.keys(sharesOf(teamId, said))
  const playerIds = rebaseList(Object.keys(standing), parties(now), began && parties(began))
  return sharesOf(teamId, { team: false, playerIds })
}

/** True for who runs something in a club: they see what is shared with any of its teams, as in the library. */
export const runs = (access: Access, organizationId: string): boolean => flagsOn(access, { organizationId }).size > 0

/** What somebody may do with a recording, by the rules of the library. */
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

/** How many bytes of recordings a club kept in a month in which some came or went: at most at once, and at its end. */
type Month = { most: number; last: number }
/** By month: `2026-11`. */
export type KeptMonths = Readonly<Record<string, Month>>

const before = (months: KeptMonths, month: string): number => {
  const [latest] = Object.keys(months)
    .filter((each) => each < month)
    .toSorted((a, b) => b.localeCompare(a))
  return latest === undefined ? 0 : (months[latest]?.last ?? 0)
}

/** The most that was kept in a month; what was left of the month before, where nothing came or went. */
export const keptIn = (months: KeptMonths, month: string): number => months[month]?.most ?? before(months, month)

/** What is kept once so many bytes have come, or gone. */
export function keptAfter(months: KeptMonths, month: string, more: number): KeptMonths {
  const known = months[month] ?? { most: before(months, month), last: before(months, month) }
  const last = Math.max(0, known.last + more)
  return { ...months, [month]: { most: Math.max(known.most, last), last } }
}

/** So many months are looked back upon. */
const monthsShown = 6

/** The last months up to one, the latest first; one in which nothing came or went kept what there was before. */
export function lastMonths(months: KeptMonths, month: string): { month: string; bytes: number }[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: monthsShown }, (_, i) => {
    const at = year * 12 + number - 1 - i
    const name = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    return { month: name, bytes: months[name]?.most ?? before(months, name) }
  })
}
