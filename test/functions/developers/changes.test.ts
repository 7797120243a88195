import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { handler } from '#functions/developers/changedHandler.ts'
import { developers } from '#functions/developers/functions.ts'
import { detailsOf } from '#functions/dispatch/change.ts'
import { developerSettings } from '#functions/table/accessTokens.ts'
import { events } from '#functions/table/events.ts'
import { fees } from '#functions/table/fees.ts'
import { players } from '#functions/table/players.ts'
import { changeCounts, clubChanges, placeOf } from '#functions/table/clubChanges.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import type { Change, ChangeDetails } from '#functions/worker.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { interleave } from '../interleave.ts'
import { deliverTo } from '../workers.ts'
import { cursorAt } from '#functions/table/cursor.ts'
import type { TokenArea } from '#shared/rules/tokens.ts'
import { aToken } from './exampleRequests.ts'
import { byToken } from './requestByToken.ts'

const at = '2026-11-21T17:00:00.000Z'
type Key = { pk: string; sk: string }
/** A message of the dispatcher about a write; by default of the item's creation. */
const told = (
  kind: string,
  key: Key,
  change: Change['change'] = 'created',
  more: Partial<ChangeDetails> = {},
): Change => ({
  kind,
  ...key,
  change,
  at,
  told: { by: 'somebody', stamped: stamp.at, version: 1, changed: { name: {} }, ...more },
})
const aListeningClub = async () => {
  const club = await aClub()
  await developerSettings.enableChanges(stamp, club)
  return club
}
/** A fee of Mia's: due from all who pay for her, or only from these payers. */
async function aFee(club: Club, ...payers: string[]): Promise<string> {
  const playerFeeId = playerFeeOf(`${club.falcons.teamId}.${newPart('d')}`, club.mia.playerId)
  const owing = { amount: 3000, paid: 0, waived: 0, dueOn: '2026-12-01', state: 'open' as const }
  const fee = { playerFeeId, name: 'Autumn', firstName: 'Mia', lastName: 'Moreno', ...owing }
  await write(stamp, fees.create({ ...fee, ...(payers.length > 0 && { payers }) }))
  return playerFeeId
}
const read = async (club: Club, as: string, cursor?: string) =>
  (
    await call('GET /api/v1/organizations/{orgId}/changes', {
      as,
      orgId: club.organizationId,
      query: { ...(cursor && { cursor }) },
    })
  ).body

describe('a club’s change feed', () => {
  it('lists changes in order, by ids only, and continues from a cursor', async () => {
    const club = await aListeningClub()
    const as = club.user('admin')
    await deliverTo(handler, told('Event', events.key(club.game)))
    await deliverTo(handler, told('Player', players.key(club.mia), 'changed', { version: 2 }))
    const first = await read(club, as)
    expect(first).toMatchObject({
      since: '2026-11-01T12:00:02.000Z',
      more: false,
      changes: [
        { kind: 'event', verb: 'added', objectId: club.game.eventId, at },
        { kind: 'player', verb: 'changed', objectId: club.mia.playerId, at },
      ],
    })
    expect(JSON.stringify(first.changes)).not.toMatch(/Mia|Practice|Moreno/)
    expect((await read(club, as, first.cursor ?? '')).changes).toEqual([])

    await deliverTo(handler, told('Team', teams.key(club.falcons), 'changed', { version: 4 }))
    const next = await read(club, as, first.cursor ?? '')
    expect(next.changes).toMatchObject([{ kind: 'team', objectId: club.falcons.teamId }])
    // The same cursor returns the same page.
    expect((await read(club, as, first.cursor ?? '')).changes).toEqual(next.changes)
    const altered = await call('GET /api/v1/organizations/{orgId}/changes', {
      as,
      orgId: club.organizationId,
      query: { cursor: `${first.cursor}x` },
    })
    expect(altered.status).toBe(400)
  })

  it('contains each change once, however often and concurrently it is reported', async () => {
    const club = await aListeningClub()
    const changes = Array.from({ length: 8 }, (_, i) =>
      told('Event', events.key(club.game), 'changed', { version: i + 2 }),
    )
    await Promise.all([...changes, ...changes.toReversed(), ...changes].map((each) => deliverTo(handler, each)))
    const { changes: put } = await read(club, club.user('admin'))
    expect(put).toHaveLength(8)
    expect(new Set(put.map(({ id }) => id)).size).toBe(8)
  })

  it('has pages of a hundred', async () => {
    const club = await aListeningClub()
    const { organizationId, game } = club
    const before = Array.from({ length: 100 }, (_, i) => ({ organizationId, place: placeOf(i + 1), changeId: `c${i}` }))
    const change = { what: 'event', verb: 'changed', about: game.eventId, when: at, recordedAt: at } as const
    await putIn(stamp, [
      ...before.map((each) => clubChanges.create({ ...each, ...change })),
      changeCounts.create({ organizationId, last: before.length }),
    ])
    for (let i = 0; i < 3; i++)
      await deliverTo(handler, told('Event', events.key(club.game), 'changed', { version: i + 2 }))
    const first = await read(club, club.user('admin'))
    const rest = await read(club, club.user('admin'), first.cursor ?? '')
    expect([first.changes.length, first.more, rest.changes.length, rest.more]).toEqual([100, true, 3, false])
    expect(new Set([...first.changes, ...rest.changes].map(({ id }) => id)).size).toBe(103)
  })

  it('reports a deleted event as removed, and a restored one as added', async () => {
    const club = await aListeningClub()
    const deletedAt = (before?: string, after?: string) => ({ changed: { deletedAt: { before, after } } })
    await deliverTo(
      handler,
      told('Event', events.key(club.game), 'changed', { version: 2, ...deletedAt(undefined, at) }),
    )
    await deliverTo(handler, told('Event', events.key(club.game), 'changed', { version: 3, ...deletedAt(at) }))
    const { changes } = await read(club, club.user('admin'))
    expect(changes.map(({ verb }) => verb)).toEqual(['removed', 'added'])
  })

  it('reports events as removed when their team is archived, added when restored, and ignores other copies', async () => {
    const club = await aListeningClub()
    const copied = (version: number, changed: ChangeDetails['changed']) =>
      deliverTo(handler, told('Event', events.key(club.game), 'changed', { by: 'copies', version, changed }))
    await copied(2, { archivedAt: { after: at } })
    await copied(3, { archivedAt: { before: at } })
    await copied(4, { teamName: {} })
    const { changes } = await read(club, club.user('admin'))
    expect(changes.map(({ verb }) => verb)).toEqual(['removed', 'added'])
  })

  it('reports a deleted event as removed once, whatever happens to its team or item later', async () => {
    const club = await aListeningClub()
    const [{ tells, stands }] = developers['developers-changed'].on.stream
    const states = [
      { by: 'coach' },
      { by: 'coach', deletedAt: at },
      { by: 'copies', deletedAt: at, archivedAt: at },
      { by: 'copies', deletedAt: at },
      { by: 'coach' },
      { by: 'copies', archivedAt: at },
      undefined,
    ]
    const images = states.map((state) => state && marshall({ ...events.key(club.game), ...state }))
    for (const [i, NewImage] of images.entries()) {
      const record = { dynamodb: { OldImage: images[i - 1], NewImage } } as DynamoDBRecord
      const said = { ...detailsOf(record, tells, stands), version: i }
      if (i > 0) await deliverTo(handler, told('Event', events.key(club.game), NewImage ? 'changed' : 'removed', said))
    }
    const { changes } = await read(club, club.user('admin'))
    expect(changes.map(({ verb }) => verb)).toEqual(['removed', 'added', 'removed'])
  })

  it('shows each user only changes of items that they may read', async () => {
    const club = await aListeningClub()
    const fee = await aFee(club)
    const otters = { eventId: `${club.otters.teamId}.${newPart('e')}` }
    await deliverTo(handler, told('Event', events.key(club.game)))
    await deliverTo(handler, told('Event', events.key(otters)))
    await deliverTo(handler, told('Player', players.key(club.leo)))
    await deliverTo(handler, told('Fee', fees.key({ playerFeeId: fee })))
    const kinds = async (who: string) => (await read(club, club.user(who))).changes.map(({ objectId }) => objectId)
    expect(await kinds('admin')).toEqual([club.game.eventId, otters.eventId, club.leo.playerId, fee])
    expect(await kinds('coach')).toEqual([club.game.eventId])
    expect(await kinds('parent')).toEqual([club.game.eventId, fee])
    expect(await kinds('fan')).toEqual([club.game.eventId])
    const token = await aToken(club, club.user('coach'), { areas: ['changes', 'calendar'] })
    const { answer } = await byToken(`/api/v1/organizations/${club.organizationId}/changes`, { token })
    expect(answer['changes']).toMatchObject([{ objectId: club.game.eventId }])
  })

  it('shows a token only changes of its other areas', async () => {
    const club = await aListeningClub()
    const fee = await aFee(club)
    await deliverTo(handler, told('Event', events.key(club.game)))
    await deliverTo(handler, told('Player', players.key(club.mia)))
    await deliverTo(handler, told('Fee', fees.key({ playerFeeId: fee })))
    const kinds = async (...areas: TokenArea[]) => {
      const token = await aToken(club, club.user('admin'), { areas: ['changes', ...areas] })
      const { answer } = await byToken(`/api/v1/organizations/${club.organizationId}/changes`, { token })
      return (answer['changes'] as { kind: string }[]).map(({ kind }) => kind)
    }
    expect(await kinds()).toEqual([])
    expect(await kinds('calendar')).toEqual(['event'])
    expect(await kinds('rosters', 'fees')).toEqual(['player', 'fee'])
    expect(await kinds('registrations', 'club')).toEqual([])
  })

  it('rejects a cursor whose following changes may have expired', async () => {
    const club = await aListeningClub()
    const as = club.user('admin')
    for (const version of [2, 3, 4])
      await deliverTo(handler, told('Event', events.key(club.game), 'changed', { version }))
    const orgId = club.organizationId
    const [first = '', , second = '', third = ''] = await Promise.all(
      [0, 1, 2, 3].map(async (n) => (await cursorAt(`changes of ${orgId}`, { place: placeOf(n) })) ?? ''),
    )
    const ask = (cursor: string, now?: string) =>
      call('GET /api/v1/organizations/{orgId}/changes', { as, orgId, query: { cursor }, ...(now && { now }) })
    expect((await ask(first)).status).toBe(200)
    for (const n of [1, 2]) await write(stamp, clubChanges.remove({ organizationId: orgId, place: placeOf(n) }))
    expect(await ask(first)).toMatchObject({ status: 400, refusal: { faults: [{ at: 'cursor' }] } })
    expect((await ask(second)).body.changes).toHaveLength(1)
    // Old enough to expire at any moment.
    expect((await ask(second, '2026-12-21T18:00:00.000Z')).status).toBe(400)
    await write(stamp, clubChanges.remove({ organizationId: orgId, place: placeOf(3) }))
    expect((await ask(second)).status).toBe(400)
    expect((await ask(third)).status).toBe(200)
  })

  it('accepts a cursor at its end, also while a change is recorded, but none beyond that, as after a restore', async () => {
    const club = await aListeningClub()
    const [as, orgId] = [club.user('admin'), club.organizationId]
    const record = (version: number) => deliverTo(handler, told('Event', events.key(club.game), 'changed', { version }))
    const ask = (cursor: string | null) =>
      call('GET /api/v1/organizations/{orgId}/changes', { as, orgId, query: { cursor: cursor ?? '' } })
    await record(2)
    const { cursor } = await read(club, as)
    // The second get is that of the counter, after the page was read.
    const { status, body } = await interleave(
      'GetCommand',
      () => record(3),
      () => ask(cursor),
      2,
    )
    expect([status, body.changes]).toEqual([200, []])
    expect((await ask(body.cursor)).body.changes).toHaveLength(1)
    const beyond = await cursorAt(`changes of ${orgId}`, { place: placeOf(3) })
    expect((await ask(beyond)).status).toBe(400)
  })

  it('keeps a change for thirty days after it was recorded, even if that was weeks after the change', async () => {
    const club = await aListeningClub()
    const as = club.user('admin')
    const orgId = club.organizationId
    await deliverTo(handler, told('Event', events.key(club.game)), '2026-12-20T17:00:00.000Z')
    const cursor = (await cursorAt(`changes of ${orgId}`, { place: placeOf(0) })) ?? ''
    const ask = (now: string) =>
      call('GET /api/v1/organizations/{orgId}/changes', { as, orgId, query: { cursor }, now })
    expect((await ask('2027-01-19T16:59:59.000Z')).body.changes).toMatchObject([{ at }])
    expect((await ask('2027-01-19T17:00:00.000Z')).status).toBe(400)
    const row = await clubChanges.get({ organizationId: orgId, place: placeOf(1) })
    expect(row?.ttl).toBe(Date.parse('2027-01-19T17:00:00.000Z') / 1000)
  })

  it('hides changes of one household’s fees from the other household', async () => {
    const club = await aListeningClub()
    const [theirs, everybodys] = [await aFee(club, club.user('parent2')), await aFee(club)]
    for (const playerFeeId of [theirs, everybodys]) {
      await deliverTo(handler, told('Fee', fees.key({ playerFeeId })))
      await deliverTo(handler, told('Fee', fees.key({ playerFeeId }), 'changed', { version: 2 }))
    }
    const heard = async (who: string) => [
      ...new Set((await read(club, club.user(who))).changes.map(({ objectId }) => objectId)),
    ]
    expect(await heard('parent')).toEqual([everybodys])
    expect(await heard('parent2')).toEqual([theirs, everybodys])
    expect(await heard('admin')).toEqual([theirs, everybodys])
    const token = await aToken(club, club.user('parent'), { areas: ['changes', 'fees'] })
    const { text } = await byToken(`/api/v1/organizations/${club.organizationId}/changes`, { token })
    expect(text).not.toContain(theirs)
    // Once it is deleted, nobody can tell whose it was.
    await update(stamp, fees.change({ playerFeeId: everybodys }, { set: { payers: [club.user('parent')] } }))
    await write(stamp, fees.remove({ playerFeeId: theirs }))
    await deliverTo(handler, told('Fee', fees.key({ playerFeeId: theirs }), 'removed', { version: 3 }))
    expect(await heard('parent2')).toEqual([])
    expect(await heard('admin')).toEqual([theirs, everybodys])
  })

  it('starts when the first token for changes is created', async () => {
    const club = await aClub()
    const as = club.user('admin')
    await deliverTo(handler, told('Event', events.key(club.game)))
    expect(await read(club, as)).toMatchObject({ since: null, changes: [], more: false })
    const body = { tokenId: 'C'.repeat(20), name: 'Sync', areas: ['changes' as const], days: 365 as const }
    await call('POST /rest-api/developers/tokens/{orgId}', { as, orgId: club.organizationId, body })
    // Late messages about earlier changes are dropped; the stream's times are in whole seconds.
    await deliverTo(handler, told('Event', events.key(club.game)))
    const later = { ...told('Event', events.key(club.game), 'changed', { version: 2 }), at: '2026-11-21T18:00:02.000Z' }
    await new Promise((resolve) => setTimeout(resolve, 1001))
    await deliverTo(handler, later)
    expect(await read(club, as)).toMatchObject({ since: '2026-11-21T18:00:02.000Z', changes: [{ verb: 'changed' }] })
  })

  it('omits writes by the copying worker, and writes that change nothing', async () => {
    const club = await aListeningClub()
    await deliverTo(handler, told('Event', events.key(club.game), 'changed', { by: 'copies' }))
    await deliverTo(handler, told('Event', events.key(club.game), 'changed', { changed: {} }))
    expect((await read(club, club.user('admin'))).changes).toEqual([])
  })
})
