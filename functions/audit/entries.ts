import type { audit } from '#shared/api/audit.ts'
import { isId } from '#shared/ids.ts'
import { mayKnow, type Viewer, viewerOf } from '#shared/childData.ts'
import { attributeWords, changeWords, isLoggedAttribute, wordsOf } from '#shared/rules/auditWords.ts'
import { csvHead, csvLine } from '#shared/rules/csv.ts'
import { addDays } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { startOfDay } from '#shared/rules/wallClock.ts'
import type { Said } from '../mail/say.ts'
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
import { mayRead, shownOf } from './mayRead.ts'

type Api = typeof audit
const pageSize = 50
const maxMonths = 24
/** Months queried in parallel. */
const maxAtOnce = 8
type Position = Record<string, string> | undefined
type Found = { rows: AuditEntry[]; next: Position }
type Wanted = { from: string; to: string; kind: string | undefined }

export async function listEntries({
  params: { orgId },
  query: { day, timezone = 'UTC', person, kind, cursor },
  me,
  now,
}: CallOf<Api, 'GET /rest-api/audit/{orgId}'>) {
  const list = `changes in ${orgId} ${day} ${timezone} ${person} ${kind}`
  const after = await positionOf(list, cursor)
  const span = day === undefined ? { from: '2000', to: '9' } : spanOf(day, timezone)
  const wanted = { ...span, kind }
  const last = (day === undefined ? now : span.to).slice(0, 7)
  const { rows, next } =
    person === undefined ? await inMonths(orgId, last, wanted, after) : await ofPerson(orgId, person, wanted, after)
  return { entries: await shownAll(rows, await viewerIn(me, orgId)), cursor: await cursorAt(list, next) }
}

/** A day in a time zone, as a half-open span of instants. */
function spanOf(day: string, timezone: string): { from: string; to: string } {
  const begin = (each: string) => new Date(startOfDay(each, timezone)).toISOString()
  return { from: begin(day), to: begin(addDays(day, 1)) }
}

/** One person's entries, through an index of its own; entries of other kinds are filtered out. */
async function ofPerson(orgId: string, person: string, wanted: Wanted, after: Position): Promise<Found> {
  const range = auditEntries.by(orgId, person, wanted)
  const { rows, next } = await page<AuditEntry>({ ...range, limit: pageSize, after })
  return { rows: rows.filter(({ what }) => wanted.kind === undefined || what === wanted.kind), next }
}

/**
 * Month by month backwards; the position is a month, and a key in it. If the first month does not fill the page, others are
 * queried in parallel: in a new club most are empty.
 */
async function inMonths(orgId: string, last: string, wanted: Wanted, position: Position): Promise<Found> {
  const { month: first = last, ...after } = position ?? {}
  const rows: AuditEntry[] = []
  let inMonth: Position = Object.keys(after).length > 0 ? after : undefined
  const read = (month: string, limit: number) =>
    page<AuditEntry>({ ...auditEntries.inMonth(orgId, month, wanted, wanted.kind), limit, after: inMonth })
  const months = monthsBack(first, wanted.from.slice(0, 7))
  for (const part of [months.slice(0, 1), ...chunks(months.slice(1), maxAtOnce)]) {
    const room = pageSize - rows.length
    if (room === 0) return { rows, next: { month: part[0] ?? first } }
    const asked = await Promise.all(part.map((month) => read(month, room)))
    for (const [i, month] of part.entries()) {
      const left = pageSize - rows.length
      if (left === 0) return { rows, next: { month } }
      const found = asked[i] as Found
      // Earlier months have taken some of the room.
      const { rows: fitting, next } = found.rows.length > left ? await read(month, left) : found
      rows.push(...fitting)
      if (next) return { rows, next: { ...next, month } }
    }
    inMonth = undefined
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
  const known = (playerIds ?? []).filter((id) => mayKnow('name', viewer, id))
  const userIds = ids.filter(isPerson)
  const [foundTeams, foundPlayers, people] = await Promise.all([
    teams.getMany((teamIds ?? []).map((teamId) => ({ teamId }))),
    players.getMany(known.map((playerId) => ({ playerId }))),
    profiles.getMany(userIds.map((userId) => ({ userId }))),
  ])
  const names = new Map<string, string>()
  for (const team of foundTeams) if (team) names.set(team.teamId, team.name)
  for (const player of foundPlayers) if (player) names.set(player.playerId, fullName(player))
  for (const profile of people) if (profile) names.set(profile.userId, fullName(profile))
  return (about) => about.split(' ').flatMap((id) => names.get(id) ?? [])
}

async function shownAll(found: readonly AuditEntry[], viewer: Viewer) {
  const rows = shownOf(found)
  const [nameOf, subjects] = await Promise.all([namesOf(rows), subjectsOf(rows, viewer)])
  const person = (id: string) => ({ id, name: nameOf(id) })
  const shown = rows.map((row) => ({ ...row, isTold: mayRead(viewer, row) }))
  return shown.map(({ when, entry, who, whoFor, what, change, about, changed, isTold }) => ({
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
      before: isTold ? textOf(before) : null,
      after: isTold ? textOf(after) : null,
    })),
  }))
}

type Shown = Awaited<ReturnType<typeof shownAll>>[number]
type Value = Shown['changes'][number]

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)

const heads: readonly Said[] = [
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
  const isRead = token.club === undefined
  const kindOf = (kind: string) => (isRead ? say(...wordsOf(kind)) : kind)
  const said = (name: string, { before, after }: Pick<Value, 'before' | 'after'>) =>
    `${name}: ${before ?? ''} > ${after ?? ''}`
  /** As on the screen: shown attributes by name in the reader's language, and the number of all others that changed. */
  const saidOf = ({ change, changes }: Shown) => {
    if (!isRead) return changes.map((each) => said(each.name, each))
    const isTold = ({ before, after }: Value) => before !== null || after !== null
    const shown = changes.flatMap((each) =>
      isTold(each) && isLoggedAttribute(each.name) ? said(say(...attributeWords[each.name]), each) : [],
    )
    const others = change === 'changed' ? changes.length - shown.length : 0
    if (others === 0) return shown
    const one = say('1 detail not shown here', '1 dato que no se muestra aquí')
    return [
      ...shown,
      others === 1 ? one : say(`${others} details not shown here`, `${others} datos que no se muestran aquí`),
    ]
  }
  const changeOf = (change: AuditEntry['change']) => (isRead ? say(...changeWords[change]) : change)
  async function* lines() {
    yield csvHead(heads.map((head) => say(...head)))
    for await (const rows of pages<AuditEntry>(auditEntries.inMonth(orgId, month, { from: '2000', to: '9' })))
      for (const entry of await shownAll(rows, viewer)) {
        const { when, who, through, kind, change, about, subjects } = entry
        yield csvLine([
          when,
          through?.name ?? who.name,
          through ? who.name : '',
          kindOf(kind),
          changeOf(change),
          subjects.join(', '),
          about.join(' '),
          saidOf(entry).join('; '),
        ])
      }
  }
  return { name: `changes-${month}.csv`, content: lines() }
}
