import type { audit } from '#shared/api/audit.ts'
import { isId } from '#shared/ids.ts'
import { mayKnow, type Viewer, viewerOf } from '#shared/childData.ts'
import { attributeWords, changeWords, isLoggedAttribute, wordsOf } from '#shared/rules/auditWords.ts'
import { csvHead, csvLine } from '#shared/rules/csv.ts'
import { addDays } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { startOfDay } from '#shared/rules/wallClock.ts'
import type { BilingualText } from '../mail/say.ts'
import { sayToCaller } from '../mail/sayTo.ts'
import type { CallOf } from '../serve.ts'
import { type AuditEntry, auditEntries, isPerson } from '../table/auditEntries.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import type { Me } from '../table/me.ts'
import { profiles } from '../table/profiles.ts'
import { players } from '../table/players.ts'
import { chunks } from '../table/chunks.ts'
import { page, pages } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { mayRead, shownEntries } from './mayRead.ts'

type Api = typeof audit
const pageSize = 50
const maxMonths = 24
/** Months queried in parallel. */
const maxAtOnce = 8
type Position = Record<string, string> | undefined
type EntriesPage = { rows: AuditEntry[]; next: Position }
type EntriesFilter = { from: string; to: string; kind: string | undefined }

export async function listEntries({
  params: { orgId },
  query: { day, timezone = 'UTC', person, kind, cursor },
  me,
  now,
}: CallOf<Api, 'GET /rest-api/audit/{orgId}'>) {
  const list = `changes in ${orgId} ${day} ${timezone} ${person} ${kind}`
  const after = await positionOf(list, cursor)
  const span = day === undefined ? { from: '2000', to: '9' } : spanOf(day, timezone)
  const entriesFilter = { ...span, kind }
  const last = (day === undefined ? now : span.to).slice(0, 7)
  const { rows, next } =
    person === undefined
      ? await entriesInMonths(orgId, last, entriesFilter, after)
      : await entriesByPerson(orgId, person, entriesFilter, after)
  return { entries: await toShownEntries(rows, await viewerIn(me, orgId)), cursor: await cursorAt(list, next) }
}

/** A day in a time zone, as a half-open span of instants. */
function spanOf(day: string, timezone: string): { from: string; to: string } {
  const begin = (each: string) => new Date(startOfDay(each, timezone)).toISOString()
  return { from: begin(day), to: begin(addDays(day, 1)) }
}

/** One person's entries, through an index of its own; entries of other kinds are filtered out. */
async function entriesByPerson(
  orgId: string,
  person: string,
  entriesFilter: EntriesFilter,
  after: Position,
): Promise<EntriesPage> {
  const range = auditEntries.by(orgId, person, entriesFilter)
  const { rows, next } = await page<AuditEntry>({ ...range, limit: pageSize, after })
  return { rows: rows.filter(({ what }) => entriesFilter.kind === undefined || what === entriesFilter.kind), next }
}

/**
 * Month by month backwards; the position is a month, and a key in it. If the first month does not fill the page, others are
 * queried in parallel: in a new club most are empty.
 */
async function entriesInMonths(
  orgId: string,
  last: string,
  entriesFilter: EntriesFilter,
  position: Position,
): Promise<EntriesPage> {
  const { month: first = last, ...after } = position ?? {}
  const rows: AuditEntry[] = []
  let monthPosition: Position = Object.keys(after).length > 0 ? after : undefined
  const read = (month: string, limit: number) =>
    page<AuditEntry>({
      ...auditEntries.inMonth(orgId, month, entriesFilter, entriesFilter.kind),
      limit,
      after: monthPosition,
    })
  const months = monthsBack(first, entriesFilter.from.slice(0, 7))
  for (const part of [months.slice(0, 1), ...chunks(months.slice(1), maxAtOnce)]) {
    const room = pageSize - rows.length
    if (room === 0) return { rows, next: { month: part[0] ?? first } }
    const monthPages = await Promise.all(part.map((month) => read(month, room)))
    for (const [i, month] of part.entries()) {
      const remaining = pageSize - rows.length
      if (remaining === 0) return { rows, next: { month } }
      const foundEntries = monthPages[i] as EntriesPage
      // Earlier months have taken some of the room.
      const { rows: fittingRows, next } =
        foundEntries.rows.length > remaining ? await read(month, remaining) : foundEntries
      rows.push(...fittingRows)
      if (next) return { rows, next: { ...next, month } }
    }
    monthPosition = undefined
  }
  const before = months.length === maxMonths && months.at(-1)
  return { rows, next: before && rows.length === pageSize ? { month: monthBefore(before) } : undefined }
}

/** From this month back to the month in which the wanted span starts. */
function monthsBack(first: string, to: string): string[] {
  const months = [first]
  for (let month = first; months.length < maxMonths && month > to; ) months.push((month = monthBefore(month)))
  return months
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}

async function namesOf(rows: readonly AuditEntry[]): Promise<(id: string) => string> {
  const names = await profiles.namesOf(
    rows.flatMap(({ who, whoFor }) => [who, ...(whoFor === undefined ? [] : [whoFor])]),
  )
  // The product's own actors have no profile.
  return (id) => names.get(id) || 'Touchline'
}

/** Users who appoint administrators can read the log; of children they see what they may know, and no more. */
async function viewerIn(me: Promise<Me>, organizationId: string): Promise<Viewer> {
  return viewerOf((await me).access, { organizationId }, { isRosterVisible: false })
}

/** The names of the players, teams and people that entries are about. */
async function subjectsOf(rows: readonly AuditEntry[], viewer: Viewer): Promise<(about: string) => string[]> {
  const ids = [...new Set(rows.flatMap(({ about }) => about.split(' ')))]
  const [teamIds, playerIds] = (['team', 'player'] as const).map((kind) => ids.filter((id) => isId(kind, id)))
  const visibleIds = (playerIds ?? []).filter((id) => mayKnow('name', viewer, id))
  const userIds = ids.filter(isPerson)
  const [foundTeams, foundPlayers, people] = await Promise.all([
    teams.getMany((teamIds ?? []).map((teamId) => ({ teamId }))),
    players.getMany(visibleIds.map((playerId) => ({ playerId }))),
    profiles.getMany(userIds.map((userId) => ({ userId }))),
  ])
  const names = new Map<string, string>()
  for (const team of foundTeams) if (team) names.set(team.teamId, team.name)
  for (const player of foundPlayers) if (player) names.set(player.playerId, fullName(player))
  for (const profile of people) if (profile) names.set(profile.userId, fullName(profile))
  return (about) => about.split(' ').flatMap((id) => names.get(id) ?? [])
}

async function toShownEntries(foundEntries: readonly AuditEntry[], viewer: Viewer) {
  const rows = shownEntries(foundEntries)
  const [nameOf, subjects] = await Promise.all([namesOf(rows), subjectsOf(rows, viewer)])
  const person = (id: string) => ({ id, name: nameOf(id) })
  const shown = rows.map((row) => ({ ...row, isReadable: mayRead(viewer, row) }))
  return shown.map(({ when, entry, who, whoFor, what, change, about, changed, isReadable }) => ({
    id: `${when}.${entry}`,
    when,
    who: person(whoFor ?? who),
    through: whoFor === undefined ? null : person(who),
    kind: what,
    change,
    about: about.split(' '),
    subjects: subjects(about),
    changes: Object.entries(changed).map(([name, { before, after }]) => ({
      name,
      before: isReadable ? textOf(before) : null,
      after: isReadable ? textOf(after) : null,
    })),
  }))
}

type ShownEntry = Awaited<ReturnType<typeof toShownEntries>>[number]
type Value = ShownEntry['changes'][number]

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)

const heads: readonly BilingualText[] = [
  ['When', 'Cuándo'],
  ['Who', 'Quién'],
  ['On behalf of', 'En lugar de'],
  ['What', 'Qué'],
  ['Change', 'Cambio'],
  ['About', 'Sobre'],
  ['Ids', 'Ids'],
  ['Changes', 'Cambios'],
]

export async function exportEntries({
  params: { orgId },
  query: { month },
  me,
  userId,
  token,
}: CallOf<Api, 'GET /rest-api/audit/{orgId}/csv'>) {
  const [viewer, say] = await Promise.all([viewerIn(me, orgId), sayToCaller({ userId, token })])
  // People read words, programs read codes.
  const isForPerson = token.club === undefined
  const kindOf = (kind: string) => (isForPerson ? say(...wordsOf(kind)) : kind)
  const changeText = (name: string, { before, after }: Pick<Value, 'before' | 'after'>) =>
    `${name}: ${before ?? ''} > ${after ?? ''}`
  /** As on the screen: shown attributes by name in the reader's language, and the number of all others that changed. */
  const changeTexts = ({ change, changes }: ShownEntry) => {
    if (!isForPerson) return changes.map((each) => changeText(each.name, each))
    const hasValues = ({ before, after }: Value) => before !== null || after !== null
    const shownTexts = changes.flatMap((each) =>
      hasValues(each) && isLoggedAttribute(each.name) ? changeText(say(...attributeWords[each.name]), each) : [],
    )
    const hiddenCount = change === 'changed' ? changes.length - shownTexts.length : 0
    if (hiddenCount === 0) return shownTexts
    const one = say('1 detail not shown here', '1 dato que no se muestra aquí')
    return [
      ...shownTexts,
      hiddenCount === 1
        ? one
        : say(`${hiddenCount} details not shown here`, `${hiddenCount} datos que no se muestran aquí`),
    ]
  }
  const changeOf = (change: AuditEntry['change']) => (isForPerson ? say(...changeWords[change]) : change)
  async function* lines() {
    yield csvHead(heads.map((head) => say(...head)))
    for await (const rows of pages<AuditEntry>(auditEntries.inMonth(orgId, month, { from: '2000', to: '9' })))
      for (const entry of await toShownEntries(rows, viewer)) {
        const { when, who, through, kind, change, about, subjects } = entry
        yield csvLine([
          when,
          through?.name ?? who.name,
          through ? who.name : '',
          kindOf(kind),
          changeOf(change),
          subjects.join(', '),
          about.join(' '),
          changeTexts(entry).join('; '),
        ])
      }
  }
  return { name: `changes-${month}.csv`, content: lines() }
}
