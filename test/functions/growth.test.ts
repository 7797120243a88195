// own: it makes a club ten times as large by copying items of the whole table
import { readFileSync } from 'node:fs'
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { alphabet, partLength } from '#shared/ids.ts'
import { isStaff } from '#shared/permissions.ts'
import { exampleRequest, prepare } from './exampleRequest.ts'
import { send } from './call.ts'
import { aClub, type Club } from './club.ts'
import { putAll } from './copy.ts'
import { minimalCost, recordReads } from './minimalReads.ts'
import { measureCost } from './measureCost.ts'
import { isSampled } from './sampling.ts'
import { tsv } from '../tsv.ts'

const times = 10
const reads = routes.filter(({ key, route: { can } }) => key.startsWith('GET ') && !isStaff(can))

const client = new DynamoDBClient({})
const TableName = process.env['TABLE_NAME'] ?? ''

/** Another id of the same kind, `n` places on in the alphabet: never the id itself, nor the result for another `n`. */
function another(id: string, n: number): string {
  const place = alphabet.indexOf(id.at(-2) ?? '')
  return id.slice(0, -2) + alphabet[(place + n) % alphabet.length] + id.slice(-1)
}
const ids = new RegExp(`\\.[a-z][${alphabet}]{${partLength}}`, 'g')

/**
 * Copies each item of the club nine times under other ids: teams, players, events and everything else whose id begins with the
 * club's. Items of the club itself or of a user stay as they are. Returns the number of items written.
 */
async function grow({ organizationId }: Club): Promise<number> {
  const there = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    there.push(...Items.filter((item) => JSON.stringify(item).includes(organizationId)))
  const known = new Set(there.map(({ pk, sk }) => `${pk?.S} ${sk?.S}`))
  const more = []
  for (let n = 1; n < times; n++)
    for (const item of there) {
      if (item['pk']?.S?.startsWith('USER#')) continue
      if (Object.values(item).some((value) => value.B !== undefined)) continue
      const copy = JSON.parse(JSON.stringify(item).replaceAll(ids, (id) => another(id, n))) as typeof item
      const key = `${copy['pk']?.S} ${copy['sk']?.S}`
      if (known.has(key)) continue
      known.add(key)
      more.push(copy)
    }
  await putAll(more)
  return more.length
}

type Cost = { status: number; readUnits: number; writeUnits: number; trips: number; bytes: number }
async function costOf(key: string, club: Club, name: string): Promise<Cost> {
  let bytes = 0
  const cost = await measureCost(async () => {
    const sent = await send(key, await exampleRequest(key, club, { as: club.user(name) }))
    bytes = sent.bytes.length
  })
  return { ...cost, bytes }
}

const tableOf = (name: string) => tsv(readFileSync(new URL(`${name}.tsv`, import.meta.url), 'utf8')).slice(1)
/** Places that are read consistently, each with its reason; `LIBRARY/*` is a whole partition. */
const asNow = tableOf('as-now')
const isAsNow = (place: string): boolean =>
  asNow.some(([each]) => each === place || each === `${place.split('/')[0]}/*`)

/**
 * Routes that cost more than 1.25 times the minimum for their response: the factor and the reason, and the accounts it applies to
 * if not the administrator.
 */
const aboveLeast = tableOf('above-least')

async function leastOf(key: string, club: Club, name: string) {
  const sent = await exampleRequest(key, club, { as: club.user(name), session: 'one' })
  const ask = () => send(key, sent)
  let reads: Awaited<ReturnType<typeof recordReads>> = []
  const { readUnits } = await measureCost(async () => {
    reads = await recordReads(ask)
  })
  const { units, needless } = await minimalCost(reads, { asNow: isAsNow, ask })
  return { spent: readUnits, least: units, needless }
}

/** Routes that cost more in a larger club for the same response, and why. */
const growsWith: Readonly<Record<string, string>> = {
  'GET /rest-api/duplicates/{orgId}/preview': 'every registration of the club is checked for a place of either player',
  'GET /rest-api/chat-user/available-participants': 'reads the members of each of the club’s teams',
  'GET /rest-api/academy/storage/organization/{orgId}/people': 'reads the coaches of each of the club’s teams',
  'GET /rest-api/fee/cards': 'reads the club’s payment accounts',
  'GET /rest-api/pay/{payId}': 'reads the club’s payment accounts',
}
/** Routes with more than three sequential round trips, including the check of rights, and why. */
const takesLong: Readonly<Record<string, string>> = {
  'GET /api/v1/playerReportByTeam/{teamId}': 'writes an audit entry first, then reads many rows in parts',
  'GET /api/v1/playerReportByOrganization/{orgId}': 'writes an audit entry first, then reads many rows in parts',
  'GET /rest-api/registration/track/{registrationId}/csv': 'writes an audit entry first, then reads many rows in parts',
  'GET /rest-api/families/uninvited/{orgUnitId}':
    'players, then families, then addresses, then the invitations of siblings by address',
  'GET /rest-api/agreements/standing/{orgUnitId}/csv': 'writes an audit entry before it reads',
  'GET /rest-api/assignment/export/{assignmentId}': 'writes an audit entry before it reads',
  'GET /rest-api/audit/{orgId}/csv': 'writes an audit entry before it reads',
  'GET /rest-api/fee/export/{orgUnitId}': 'writes an audit entry before it reads',
  'GET /rest-api/fee/journal/{orgId}': 'writes an audit entry before it reads',
  'GET /rest-api/fee/ledger/{orgId}': 'writes an audit entry before it reads',
  'GET /rest-api/organization/invitation/{invitationId}':
    'the invitation, then whose address it is, then the rights of who invited, and their account',
  'GET /rest-api/calendar/feed/{feedFile}': 'rebuilds and stores the document after a change',
  'GET /rest-api/audit/{orgId}': 'reads the months of two years, eight at once, then names',
  'GET /rest-api/mail/mark-open/{emailId}': 'reads, then marks the recipient and the email as opened',
  'GET /rest-api/pay/{payId}': 'the link, then its fees, then their payments, then the payments’ status',
  'GET /rest-api/registration/invitations/{registrationId}/candidates':
    'the roster, then the players, then families, then names',
  'GET /rest-api/chat/conversations/{conversationSid}':
    'a conversation stopped for a child is checked again: members, then players, then ages',
  'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}':
    'checks whether a child may chat, reads the message, then writes the reaction',
  'GET /rest-api/chat-user/available-participants':
    'teams, then conversations, then people; also whether the caller is a child',
  'GET /rest-api/chat-user/available-participants/players':
    'the player, then the family, then accounts, then players, then ages',
  'GET /rest-api/chat/read-along': 'the child, then accounts and guardians, then conversations, then members',
  'GET /rest-api/chat/read-along/{playerId}/{conversationSid}':
    'the same, then the child’s membership, then the messages',
}
/** Administrators get the largest responses; the long run also tests a coach and a parent. */
const people = process.env['RUNS'] ? ['admin', 'coach', 'parent'] : ['admin']
const maxTrips = 3
const maxTimesLeast = 1.25
/** The long run compares every route with the minimum, the short run every fourth. */
const isHeld = (place: number) => isSampled(place, 4)
/** The long run repeats every request in the large club, the short run every second. */
const again = reads.filter((_, i) => isSampled(i, 2))

it.each(people)('reads cost no more in a club ten times as large unless they return more: as %s', async (name) => {
  const club = await aClub()
  const small = new Map<string, Cost>()
  const above: { key: string; times: number; needless: string[] }[] = []
  for (const { key } of reads) await prepare(key, club.user(name), club)
  for (const [i, { key, route }] of reads.entries()) {
    // Restores what another route's setup may have removed.
    await prepare(key, club.user(name), club)
    const cost = await costOf(key, club, name)
    small.set(key, cost)
    expect([key, route.early && cost.writeUnits > 0]).toEqual([key, route.early && false])
    // A request that changes something is not the same a second time, whereas a logged read is.
    if (cost.status >= 400 || (cost.writeUnits > 0 && !route.logged) || !isHeld(i)) continue
    const { spent, least, needless } = await leastOf(key, club, name)
    if (spent > Math.max(least, 0.5) * maxTimesLeast) above.push({ key, times: spent / least, needless })
  }
  const names = (all: readonly string[]) => all.toSorted((a, b) => (a < b ? -1 : 1))
  const held = new Set(reads.filter((_, i) => isHeld(i)).map(({ key }) => key as string))
  const listed = aboveLeast.flatMap(([key = '', , , others]) => (held.has(key) && !others ? [key] : []))
  if (name === 'admin') expect(names(above.map(({ key }) => key))).toEqual(names(listed))
  for (const { key, times, needless } of above) {
    const [, most] = aboveLeast.find(([listed]) => listed === key) ?? []
    expect([key, needless, times <= Number(most)]).toEqual([key, needless, true])
  }
  expect(await grow(club)).toBeGreaterThan(500)
  const [grown, long, answered]: [string[], string[], string[]] = [[], [], []]
  for (const { key } of again) {
    await prepare(key, club.user(name), club)
    const [before, after] = [small.get(key) as Cost, await costOf(key, club, name)]
    if (before.status >= 400 || after.status >= 400) continue
    answered.push(key)
    if (after.readUnits > before.readUnits && after.bytes <= before.bytes * 1.05) grown.push(key)
    let trips = Math.min(before.trips, after.trips)
    // On a busy machine, concurrent calls may have run one after another.
    const maxTries = key in takesLong ? 0 : 10
    for (let tries = 0; trips > maxTrips && tries < maxTries; tries++)
      trips = Math.min(trips, (await costOf(key, club, name)).trips)
    if (trips > maxTrips) long.push(key)
  }
  const known = Object.keys(growsWith).filter((growing) => again.some(({ key }) => key === growing))
  if (name === 'admin') {
    expect(answered.length).toBeGreaterThan(again.length * 0.95)
    expect(grown.toSorted()).toEqual(known.toSorted())
  }
  expect(known).toEqual(expect.arrayContaining(grown))
  expect(Object.keys(takesLong)).toEqual(expect.arrayContaining(long))
})
