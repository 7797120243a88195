// apart: it makes a club ten times as large by what stands in the whole table
import './ownTable.ts'
import { BatchWriteItemCommand, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { partLength } from '#shared/ids.ts'
import { isStaff } from '#shared/permissions.ts'
import { asked, prepare } from './asked.ts'
import { send } from './call.ts'
import { aClub, type Club } from './club.ts'
import { spent } from './spent.ts'

const times = 10
const reads = routes.filter(({ key, route: { can } }) => key.startsWith('GET ') && !isStaff(can))

const client = new DynamoDBClient({})
const TableName = process.env['TABLE_NAME'] ?? ''

/**
 * Each item of the club nine times more, under other ids: of teams, players, events, whatever has one that begins with the
 * club's. What is the club's or a person's alone stays as it is. Gives how many items it wrote.
 */
async function grow({ organizationId }: Club): Promise<number> {
  const ids = new RegExp(
    `(${organizationId}\\.[a-z])([a-z0-9]{${partLength}})|\\.([a-z])([a-z0-9]{${partLength}})`,
    'g',
  )
  const there = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    there.push(...Items.filter((item) => JSON.stringify(item).includes(organizationId)))
  const own = new Set(there.map(({ pk, sk }) => `${pk?.S} ${sk?.S}`))
  const more = []
  for (let n = 1; n < times; n++)
    for (const item of there) {
      if (item['pk']?.S?.startsWith('USER#')) continue
      if (Object.values(item).some((value) => value.B !== undefined)) continue
      const text = JSON.stringify(item).replaceAll(ids, (all) => `${all.slice(0, -2)}${n}${all.at(-1)}`)
      const copy = JSON.parse(text) as typeof item
      const key = `${copy['pk']?.S} ${copy['sk']?.S}`
      if (own.has(key)) continue
      own.add(key)
      more.push(copy)
    }
  for (let from = 0; from < more.length; from += 25) {
    const RequestItems = { [TableName]: more.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } })) }
    await client.send(new BatchWriteItemCommand({ RequestItems }))
  }
  return more.length
}

type Cost = { status: number; readUnits: number; trips: number; bytes: number }
async function costOf(key: string, club: Club): Promise<Cost> {
  let bytes = 0
  const { status, readUnits, trips } = await spent(async () => {
    const sent = await send(key, await asked(key, club, { as: club.user('admin') }))
    bytes = sent.bytes.length
  })
  return { status, readUnits, trips, bytes }
}

/** What answers as much and costs more all the same, and why. */
const growsWith: Readonly<Record<string, string>> = {
  'GET /rest-api/duplicates/{orgId}/preview': 'each registration of the club may have a place of both',
  'GET /rest-api/chat-user/available-participants': 'who is on which of the club’s teams',
  'GET /rest-api/academy/storage/organization/{orgId}/people': 'the coaches of each of the club’s teams',
  'GET /rest-api/fee/cards': 'the accounts that the club is paid by',
  'GET /rest-api/pay/{payId}': 'the accounts that the club is paid by',
  'GET /rest-api/teams/week': 'the teams whose week it is',
}
/** What takes more than five round trips one after another, and why. */
const takesLong: Readonly<Record<string, string>> = {
  'GET /api/v1/playerReportByTeam/{teamId}': 'a file of many lines, in parts',
  'GET /api/v1/playerReportByOrganization/{orgId}': 'a file of many lines, in parts',
  'GET /rest-api/registration/track/{registrationId}/csv': 'a file of many lines, in parts',
  'GET /rest-api/calendar/feed/{feedFile}': 'built anew and kept where something has changed',
  'GET /rest-api/audit/{orgId}': 'the months of two years, eight at once, then names',
}
const mostTrips = 5
/** Read units by which two askings of the same may differ. */
const chance = 2

it('costs as much in a club that is ten times as large, unless it answers more', async () => {
  const club = await aClub()
  const small = new Map<string, Cost>()
  for (const { key } of reads) await prepare(key, club.user('admin'), club)
  for (const { key } of reads) {
    // What another one’s preparation has put away.
    await prepare(key, club.user('admin'), club)
    small.set(key, await costOf(key, club))
  }
  expect(await grow(club)).toBeGreaterThan(500)
  const [grown, long, answered]: [[string, number, number][], string[], string[]] = [[], [], []]
  for (const { key } of reads) {
    await prepare(key, club.user('admin'), club)
    const [before, after] = [small.get(key) as Cost, await costOf(key, club)]
    if (before.status >= 400 || after.status >= 400) continue
    answered.push(key)
    // A page or an item more by chance is no growth.
    const more = after.readUnits - before.readUnits
    if (more > chance && after.bytes <= before.bytes * 1.05) grown.push([key, before.readUnits, after.readUnits])
    if (Math.min(before.trips, after.trips) > mostTrips) long.push(key)
  }
  expect(answered.length).toBeGreaterThan(reads.length * 0.95)
  expect(grown.filter(([key]) => !(key in growsWith))).toEqual([])
  // It sees what grows.
  expect(grown.map(([key]) => key)).toContain('GET /rest-api/duplicates/{orgId}/preview')
  expect(Object.keys(takesLong)).toEqual(expect.arrayContaining(long))
})
