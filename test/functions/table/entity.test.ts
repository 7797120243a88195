import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, it } from 'vitest'
import { by, entity } from '#functions/table/entity.ts'
import { events } from '#functions/table/events.ts'
import type { Invite } from '#functions/table/inviteRows.ts'
import { invites } from '#functions/table/invites.ts'
import { type Kind, map, partitionsOf } from '#functions/table/map.ts'
import { runMetered } from '#functions/table/meter.ts'
import { profiles } from '#functions/table/profiles.ts'
import { all, startingWith, update, write } from '#functions/table/table.ts'
import { aClub, anEvent, newPart, stamp } from '../club.ts'

const problem = (code: string) => expect.objectContaining({ name: 'Problem', code })
const consistent = { consistent: true }

type Plan = { used: number; licences: number; name?: string; day?: string; state?: string }
const plans = entity<Plan, { id: string }>('Budget', {
  key: ({ id }) => ({ pk: `ORG#${id}`, sk: 'PLAN' }),
  lsi1: by(['day'], ({ day }) => `PLAN#${day}`),
  gsi2: by(['state', 'day'], ({ state, day }) => [`STATE#${state}`, day]),
})
const aPlan = (more: Partial<Plan> = {}) => ({ id: newPart('o'), used: 1, licences: 2, ...more })
/** As stored in the table, including its index keys. */
const stored = (id: { id: string }) => plans.get(id, consistent) as Promise<Record<string, unknown> | undefined>

describe('an indexed item', () => {
  it('moves in an index when an attribute that its index key is computed from changes', async () => {
    const { falcons, game } = await aClub()
    const day = (date: string) =>
      all<{ eventId: string }>(events.between(falcons.teamId, `${date}T00:00:00Z`, `${date}T23:59:59Z`))
    expect((await day('2026-11-22')).map(({ eventId }) => eventId)).toEqual([game.eventId])
    await update(stamp, events.change(game, { set: { start: '2026-11-25T18:00:00Z', end: '2026-11-25T19:00:00Z' } }))
    expect(await day('2026-11-22')).toEqual([])
    expect((await day('2026-11-25')).map(({ eventId }) => eventId)).toEqual([game.eventId])
  })

  it('is indexed only while all attributes of the index key are set, and its ttl follows likewise', async () => {
    const plan = aPlan({ day: '2026-11-25' })
    await write(stamp, plans.create(plan))
    expect(await stored(plan)).toMatchObject({ lsi1sk: 'PLAN#2026-11-25', ttl: Date.parse('2026-11-28') / 1000 })
    expect(await stored(plan)).not.toHaveProperty('gsi2pk')
    await update(stamp, plans.change(plan, { set: { state: 'late', day: '2026-11-26' } }))
    expect(await stored(plan)).toMatchObject({ lsi1sk: 'PLAN#2026-11-26', gsi2pk: 'STATE#late', gsi2sk: '2026-11-26' })
    await update(stamp, plans.change(plan, { set: { state: undefined, day: undefined } }))
    const left = Object.keys((await stored(plan)) ?? {})
    expect(left.filter((name) => /^(lsi|gsi|ttl)/.test(name))).toEqual([])
  })

  it('cannot be changed by only some of the attributes that an index key is computed from', () => {
    expect(() => plans.change({ id: 'o' }, { set: { state: 'late' } })).toThrow(/gsi2 is computed from day too/)
    expect(() => plans.change({ id: 'o' }, { set: { used: 2 } })).not.toThrow()
  })

  it('rejects an attribute named like an index key at compile time', () => {
    // @ts-expect-error -- reserved for the index
    const refused = entity<{ gsi1pk: string }, { id: string }>('Counts', { key: () => ({ pk: '', sk: '' }) })
    expect(refused.kind).toBe('Counts')
  })

  it('rejects a kind that expires without the attribute of its expiry at compile time', () => {
    // @ts-expect-error -- a budget goes by its day
    const refused = entity<{ used: number }, { id: string }>('Budget', { key: () => ({ pk: '', sk: '' }) })
    expect(refused.kind).toBe('Budget')
  })
})

describe('a condition', () => {
  it('compares attributes of the item: only three of ten concurrent requests get one of three licenses', async () => {
    const plan = aPlan({ used: 0, licences: 3 })
    await write(stamp, plans.create(plan))
    const take = () =>
      write(stamp, plans.change(plan, { add: { used: 1 }, when: [['used', '<', { attribute: 'licences' }]] }))
    const taken = await Promise.allSettled(Array.from({ length: 10 }, take))
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await plans.get(plan, consistent)).toMatchObject({ used: 3, version: 4 })
  })

  it('can require that an attribute exists, or that it does not', async () => {
    const plan = aPlan()
    await write(stamp, plans.create(plan))
    await update(stamp, plans.change(plan, { set: { name: 'first' }, when: [['name', 'not exists']] }))
    const again = plans.change(plan, { set: { name: 'second' }, when: [['name', 'not exists']] })
    await expect(update(stamp, again)).rejects.toEqual(problem('conflict'))
    await update(stamp, plans.change(plan, { set: { name: undefined }, when: [['name', 'exists']] }))
    expect(await plans.get(plan, consistent)).not.toHaveProperty('name')
  })

  it('can check another item: its attributes, or that it does not exist', async () => {
    const [plan, other] = [aPlan(), aPlan()]
    const create = plans.create(plan)
    await expect(write(stamp, create, plans.check(other, [], 'not_found'))).rejects.toEqual(problem('not_found'))
    await write(stamp, plans.create(other), plans.checkAbsent(aPlan()))
    await expect(write(stamp, create, plans.check(other, [['used', '=', 2]]))).rejects.toEqual(problem('conflict'))
    await expect(write(stamp, create, plans.checkAbsent(other))).rejects.toEqual(problem('conflict'))
    expect(await plans.get(plan, consistent)).toBeUndefined()
    await write(stamp, create, plans.check(other, [['used', '=', 1]]))
    expect(await plans.get(plan, consistent)).toBeDefined()
  })
})

describe('createOnce, with an id chosen by the client', () => {
  const other = { ...stamp, actor: 'somebody-else' }

  it('creates the item once: repeating it by the same user succeeds and changes nothing', async () => {
    const [plan, beside] = [aPlan(), aPlan()]
    expect(await write(stamp, plans.createOnce(plan), plans.create(beside))).toBe('written')
    await update(other, plans.change(plan, { set: { used: 2 } }))
    expect(await write(stamp, plans.createOnce(plan), plans.create(beside))).toBe('repeated')
    expect(await plans.get(plan, consistent)).toMatchObject({ used: 2, createdBy: stamp.actor, by: other.actor })
  })

  it('is rejected with conflict for another user', async () => {
    const plan = aPlan()
    await write(stamp, plans.createOnce(plan))
    await expect(write(other, plans.createOnce(plan))).rejects.toEqual(problem('conflict'))
    await expect(write(stamp, plans.create(plan))).rejects.toEqual(problem('conflict'))
  })
})

describe('actor and time', () => {
  it('are stored with every write, with the user that staff acted for', async () => {
    const plan = aPlan()
    await write({ actor: 'staff', subject: 'parent', at: '2026-11-21T18:00:00Z' }, plans.create(plan))
    const first = { kind: 'Budget', version: 1, by: 'staff', byFor: 'parent', at: '2026-11-21T18:00:00Z' }
    expect(await plans.get(plan, consistent)).toMatchObject(first)
    await write(stamp, plans.change(plan, { add: { used: 1 } }))
    const second = await plans.get(plan, consistent)
    expect(second).toMatchObject({ version: 2, by: stamp.actor, at: stamp.at })
    expect(second).not.toHaveProperty('byFor')
    const made = aPlan()
    await write(stamp, plans.upsert(made, { set: { used: 1 } }))
    expect(await plans.get(made, consistent)).toMatchObject({ kind: 'Budget', version: 1, by: stamp.actor })
  })
})

describe('batch reads', () => {
  const mock = () => mockClient(DynamoDBDocumentClient)
  let failing: ReturnType<typeof mock> | undefined
  afterEach(() => failing?.restore())

  it('return items in the requested order, with duplicates and gaps, beyond the limit of one batch', async () => {
    const userId = newPart('u')
    const ids = Array.from({ length: 130 }, (_, i) => ({ userId: `${userId}-${i}` }))
    const some = ids.filter((_, i) => i % 2 === 0)
    const row = { email: '', firstName: 'A', lastName: 'B' }
    await write(stamp, ...some.map((id) => profiles.create({ ...id, ...row })))
    const [first, cost] = await runMetered(async (meter) => [await profiles.getMany([...ids, ids[0]!]), meter] as const)
    expect(first.map((found) => found?.userId)).toEqual([
      ...ids.map(({ userId: id }, i) => (i % 2 === 0 ? id : undefined)),
      ids[0]!.userId,
    ])
    expect(cost).toMatchObject({ readUnits: 65, calls: 2, trips: 1 })
    expect(await profiles.getMany([])).toEqual([])
  })

  it('repeat unprocessed keys, and fail with busy if they stay unprocessed', async () => {
    failing = mock()
    const table = process.env.TABLE_NAME ?? ''
    const [one, two] = [{ userId: 'one' }, { userId: 'two' }]
    const left = { UnprocessedKeys: { [table]: { Keys: [profiles.key(two)] } } }
    failing
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { [table]: [{ ...one, ...profiles.key(one) }] }, ...left })
      .resolvesOnce(left)
      .resolvesOnce({ Responses: { [table]: [{ ...two, ...profiles.key(two) }] } })
    expect(await profiles.getMany([two, one])).toMatchObject([two, one])
    failing.on(BatchGetCommand).resolves(left)
    await expect(profiles.getMany([two])).rejects.toEqual(problem('busy'))
  })
})

describe('the map of kinds', () => {
  it('names the partitions of each kind', () => {
    expect(partitionsOf('Event')).toEqual(['TEAM#', 'ORG#'])
    for (const kind of Object.keys(map) as Kind[]) expect(partitionsOf(kind)).not.toEqual([])
  })

  it('matches the keys under which the items of a club are stored', async () => {
    const club = await aClub()
    const partitions = [
      ...[`ORG#${club.organizationId}`, `TEAM#${club.falcons.teamId}`, `PLAYER#${club.mia.playerId}`],
      ...['parent', 'fan', 'coach', 'admin'].map((name) => `USER#${club.user(name)}`),
    ]
    const found = await Promise.all(partitions.map((pk) => all<{ pk: string; sk: string }>({ pk, from: 'A', to: 'Z' })))
    const kinds = new Set<string>()
    for (const { kind, pk, sk } of found.flat()) {
      kinds.add(kind)
      expect(partitionsOf(kind).some((prefix) => pk.startsWith(prefix))).toBe(true)
      const fixed = (key: string) => key.split(/#[a-z]/)[0] ?? ''
      expect(fixed(sk)).toBe(fixed(map[kind][1]))
    }
    expect(kinds.size).toBe(15)
  })
})

describe('the write units counted', () => {
  const costOf = (work: () => Promise<unknown>) => runMetered(async (meter) => work().then(() => meter.writeUnits))

  it('are those of the item, its local and its global index for a small answer', async () => {
    const club = await aClub()
    const answer = { inviteId: club.invite(club.mia), status: 'Accepted', name: 'a' } as const
    expect(await costOf(() => invites.answer(stamp, answer))).toBe(3)
  })

  it('exclude the global index when nothing that it projects changes', async () => {
    const club = await aClub()
    const change = invites.change({ inviteId: club.invite(club.mia) }, { set: { mail: 'told' } })
    expect(await costOf(() => update(stamp, change))).toBe(2)
  })

  it('double for a local index entry that moves and, in a transaction, for all but global indexes', async () => {
    const club = await aClub()
    const inviteId = club.invite(club.mia)
    const start = '2026-11-25T18:00:00Z'
    expect(await costOf(() => update(stamp, invites.change({ inviteId }, { set: { start } })))).toBe(3)
    const event = anEvent(club.falcons)
    const invite = invites.unansweredInvite(event, club.leo)
    expect(await costOf(() => write(stamp, invites.create(invite)))).toBe(5)
    // An event is also on the index of its club's events.
    expect(await costOf(() => write(stamp, events.create(event)))).toBe(6)
  })

  it('use the item’s full size when the same request has read it', async () => {
    const club = await aClub()
    const inviteId = club.invite(club.mia)
    const note = 'x'.repeat(1000)
    await update(stamp, invites.change({ inviteId }, { set: { note } }))
    const change = () => write(stamp, invites.change({ inviteId }, { set: { mail: 'told' } }))
    expect(await costOf(change)).toBe(4)
    expect(await costOf(async () => (await invites.get({ inviteId }), change()))).toBe(8)
    const range = { index: 'lsi1', pk: `PLAYER#${club.mia.playerId}`, ...startingWith('INVITE#') } as const
    expect(await costOf(async () => (await all<Invite>(range), change()))).toBe(8)
  })
})
