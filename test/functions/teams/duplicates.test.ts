import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { latestAgreements, signatures } from '#functions/table/agreements.ts'
import { calendarMails } from '#functions/table/calendarMails.ts'
import { invites } from '#functions/table/invites.ts'
import { followedPlayers, meOf } from '#functions/table/me.ts'
import { merges } from '#functions/table/merges.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { chunks } from '#functions/table/chunks.ts'
import { update, write } from '#functions/table/table.ts'
import { inviteOf } from '#shared/ids.ts'
import type { GuardianRight } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, anEvent, newPart, stamp } from '../club.ts'
import { interleave } from '../interleave.ts'
import { aParent, aRegistration, entryOf, fillIn, finalize } from '../register/registering.ts'
import { addAgreed, laterInstant, mergeId, miaTwice, stateOfMerge, sendMerge, undoMerge, users } from './merging.ts'

const LIST = 'GET /rest-api/duplicates/{orgId}'
const PREVIEW = 'GET /rest-api/duplicates/{orgId}/preview'
const tooLate = '2026-12-22T18:00:00Z'

describe('a merge', () => {
  it('is proposed, previewed and done: the kept player has everything of both', async () => {
    const { club, twin, scrimmage, mia } = await miaTwice()
    const { organizationId: orgId } = club
    const as = club.user('admin')
    const found = await call(LIST, { as, orgId })
    expect(found.body.pairs.map(({ a, b, score }) => [new Set([a.id, b.id]), score])).toEqual([
      [new Set([mia, twin]), 60],
    ])
    const preview = await call(PREVIEW, { as, orgId, query: { keepId: mia, goneId: twin } })
    expect(preview.body).toEqual({
      player: {
        id: mia,
        firstName: 'Mia',
        lastName: 'Moreno',
        bornOn: '2015-04-01',
        teams: ['Falcons', 'Otters'],
        contacts: [],
      },
      family: 4,
      grownUps: 1,
      invites: 1,
      invitesLeft: 0,
      fees: 0,
      places: 0,
      twiceRegistered: [],
      owedInCents: 0,
    })
    expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
    expect((await call(LIST, { as, orgId })).body.pairs).toEqual([])
    const dad = (await meOf({ userId: club.user('dad') })).access
    expect(dad.players.map(({ id, teams }) => [id, teams.map(({ name }) => name)])).toEqual([
      [mia, ['Falcons', 'Otters']],
    ])
    const fan = (await meOf({ userId: club.user('fan') })).access
    expect([fan.players.map(({ id }) => id), fan.following]).toEqual([[mia], []])
    const invite = await invites.get({ inviteId: inviteOf(scrimmage.eventId, mia) }, { consistent: true })
    expect([invite?.status, invite?.note, invite?.firstName]).toEqual(['Accepted', 'Late', 'Mia'])
    expect((await playerDetails.get({ playerId: mia }, { consistent: true }))?.medical).toBe('Bees\nNuts')
    expect(
      (await teamPlayers.withTeam(club.otters)).players.map(({ playerId, number }) => [playerId, number]),
    ).toContainEqual([mia, '9'])
    expect(await players.get({ playerId: twin }, { consistent: true })).toBeUndefined()
  })

  it('and its undo are idempotent, and the undo restores everything', async () => {
    const { club, twin, mia } = await miaTwice()
    const before = await stateOfMerge(club, [mia, twin], users)
    const id = mergeId()
    const both = await Promise.all([sendMerge(club, id, mia, twin), sendMerge(club, id, mia, twin)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    expect((await undoMerge(club, id)).body).toEqual({ playerId: twin })
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
    // After a lost response, an undo can be repeated; and a late merge request does not merge them again.
    expect(await undoMerge(club, id)).toMatchObject({ status: 200, body: { playerId: twin } })
    expect((await sendMerge(club, id, mia, twin)).refusal.code).toBe('conflict')
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
    const listed = await call(LIST, { as: club.user('admin'), orgId: club.organizationId })
    expect(listed.body.merges).toEqual([])
    const row = await merges.get({ organizationId: club.organizationId, mergeId: id }, { consistent: true })
    expect(JSON.stringify(row)).not.toMatch(/Mia|Mía|Moreno|Nuts|club\.test/)
  })

  it.each([3, 4, 5])('succeeds once when repeated while the players are being read: query %i', async (nth) => {
    const { club, twin, mia } = await miaTwice()
    const id = mergeId()
    const again: number[] = []
    const meanwhile = async () => again.push((await sendMerge(club, id, mia, twin)).status)
    const { status } = await interleave('QueryCommand', meanwhile, () => sendMerge(club, id, mia, twin), nth)
    expect([status, ...again]).toEqual([200, 200])
  })

  it('is undone once by two concurrent undos', async () => {
    const { club, twin, mia } = await miaTwice()
    const before = await stateOfMerge(club, [mia, twin], users)
    const id = mergeId()
    await sendMerge(club, id, mia, twin)
    const undone: unknown[] = []
    const undoes = async () => undone.push(await undoMerge(club, id))
    await interleave('TransactWriteCommand', undoes, undoes)
    expect(undone).toMatchObject([
      { status: 200, body: { playerId: twin } },
      { status: 200, body: { playerId: twin } },
    ])
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
  })

  it('of the same two by two concurrent requests is done once, whichever player each keeps', async () => {
    const { club, twin, mia } = await miaTwice()
    const before = await stateOfMerge(club, [mia, twin], users)
    const ids = [mergeId(), mergeId()] as const
    const merged: string[] = []
    const merges = (id: string, keepId: string, goneId: string) => async () => {
      const { status, refusal } = await sendMerge(club, id, keepId, goneId)
      merged.push(status === 200 ? id : refusal.code)
    }
    await interleave('TransactWriteCommand', merges(ids[0], mia, twin), merges(ids[1], twin, mia))
    expect(merged).toEqual([ids[0], 'not_found'])
    expect((await undoMerge(club, ids[0])).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
  })

  it('can be undone for 30 days; later changes stay, and removed guardians are not restored', async () => {
    const { club, twin, mia } = await miaTwice()
    const [first, second] = [mergeId(), mergeId()]
    await sendMerge(club, first, mia, twin)
    expect((await undoMerge(club, first, tooLate)).refusal.code).toBe('merge_gone')
    await update(stamp, players.change({ playerId: mia }, { set: { bornOn: '2014-01-01' } }))
    await write(stamp, ...families.leave({ playerId: mia, userId: club.user('dad'), relation: 'own' }))
    expect((await undoMerge(club, first)).status).toBe(200)
    expect((await players.get({ playerId: mia }, { consistent: true }))?.bornOn).toBe('2014-01-01')
    expect((await meOf({ userId: club.user('dad') })).access.players).toEqual([])
    const fan = (await meOf({ userId: club.user('fan') })).access
    expect([fan.players.map(({ id }) => id), fan.following.map(({ id }) => id)]).toEqual([[twin], [mia]])
    expect((await sendMerge(club, second, mia, twin)).status).toBe(200)
  })

  it('restores no rights that the club took from guardians, nor does its undo', async () => {
    const { club, twin, mia } = await miaTwice()
    const [dad, fan, parent] = ['dad', 'fan', 'parent'].map((name) => club.user(name)) as [string, string, string]
    await families.join(stamp, { playerId: twin, userId: parent, relation: 'own' })
    const limit = (playerId: string, userId: string, lacks: GuardianRight[]) =>
      write(stamp, ...families.limitRights({ playerId, userId }, lacks))
    await limit(twin, dad, ['answers'])
    await limit(twin, fan, ['sees'])
    await limit(twin, parent, ['pays'])
    await limit(mia, parent, ['answers'])
    const before = await stateOfMerge(club, [mia, twin], users)
    const lacksOf = async (userId: string, playerId: string) => {
      const row = await families.get({ userId, playerId }, { consistent: true })
      const { players: own } = (await meOf({ userId })).access
      expect(own.find(({ id }) => id === playerId)?.lacks).toEqual(row?.lacks)
      return row?.lacks
    }
    const [first, second] = [mergeId(), mergeId()]
    await sendMerge(club, first, mia, twin)
    const merged = await Promise.all([dad, fan, parent].map((userId) => lacksOf(userId, mia)))
    expect(merged).toEqual([['answers'], ['sees'], ['answers', 'pays']])
    expect((await undoMerge(club, first)).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
    // Rights taken between the two stay taken, from both.
    await sendMerge(club, second, mia, twin)
    await limit(mia, parent, ['answers', 'pays', 'sees'])
    await limit(mia, dad, ['answers', 'pays'])
    expect((await undoMerge(club, second)).status).toBe(200)
    expect(await lacksOf(parent, mia)).toEqual(['answers', 'pays', 'sees'])
    expect(await lacksOf(parent, twin)).toEqual(['pays', 'sees'])
    expect(await lacksOf(dad, twin)).toEqual(['answers', 'pays'])
  })

  it('moves invites imported from another stage or mailed to a calendar, and keeps the record of the mail', async () => {
    const { club, twin, scrimmage, mia } = await miaTwice()
    const inviteId = inviteOf(scrimmage.eventId, twin)
    const entry = { start: laterInstant, end: laterInstant, summary: '', description: '', location: '', category: '' }
    const mailed = { sequence: 0, method: 'REQUEST' as const, entry, ends: laterInstant, upon: 'x', mailedAt: stamp.at }
    const known = calendarMails.create({ inviteId, userId: club.user('dad'), replyKey: newPart('k'), ...mailed })
    await write(stamp, known, invites.change({ inviteId }, { set: { movedAt: stamp.at } as object }))
    expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
    const made = await invites.get({ inviteId: inviteOf(scrimmage.eventId, mia) }, { consistent: true })
    expect([made?.status, made?.movedAt]).toEqual(['Accepted', undefined])
    // This makes the app show it as cancelled.
    expect(await calendarMails.ofPerson({ playerId: twin, userId: club.user('dad') })).toHaveLength(1)
  })

  it('moves signatures and a player’s own account, each text once, and the undo moves them back', async () => {
    const { club, twin, mia } = await miaTwice()
    const paper = (n: number) => `${club.organizationId}.a0000000000${n}`
    const [both, hers] = [paper(1), paper(2)]
    await addAgreed(club.user('parent'), mia, [both], '2026-10-01T10:00:00Z')
    await addAgreed(club.user('dad'), twin, [both, hers], '2026-10-02T10:00:00Z')
    await families.join(stamp, { playerId: twin, userId: club.user('kid'), relation: 'own' })
    await write(stamp, playerAccounts.create({ userId: club.user('kid'), playerId: twin }))
    const before = await stateOfMerge(club, [mia, twin], users)
    const id = mergeId()
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    const row = await latestAgreements.get({ playerId: mia }, { consistent: true })
    // The table does not keep their order.
    expect(new Map(Object.entries(row?.last ?? {}).map(([agreementId, { at }]) => [agreementId, at]))).toEqual(
      new Map([
        [both, '2026-10-01T10:00:00Z'],
        [hers, '2026-10-02T10:00:00Z'],
      ]),
    )
    expect((await signatures.ofAgreement({ playerId: mia, agreementId: both })).length).toBe(1)
    expect((await signatures.ofAgreement({ playerId: mia, agreementId: hers })).map(({ name }) => name)).toEqual([
      'Dad',
    ])
    const accountOf = async () =>
      (await playerAccounts.get({ userId: club.user('kid') }, { consistent: true }))?.playerId
    expect(await accountOf()).toBe(mia)
    expect((await undoMerge(club, id)).status).toBe(200)
    expect(await stateOfMerge(club, [mia, twin], users)).toEqual(before)
    expect(await accountOf()).toBe(twin)
  })

  it.each(['merged first', 'registered first'] as const)(
    'concurrent with a registration of the removed player lets only one of the two succeed: %s',
    async (order) => {
      const { club, twin, mia } = await miaTwice()
      const registrationId = await aRegistration(club)
      const as = await aParent(club, 'dad')
      const { registrationPlayerId } = await fillIn(as, registrationId, 'Mía', { playerId: twin })
      const register = () => finalize(as, [registrationPlayerId], 10_000)
      const merge = () => sendMerge(club, mergeId(), mia, twin)
      const merges: Awaited<ReturnType<typeof merge>>[] = []
      const registers: Awaited<ReturnType<typeof register>>[] = []
      const [one, other] = [
        async () => void merges.push(await merge()),
        async () => void registers.push(await register()),
      ]
      if (order === 'merged first') await interleave('TransactWriteCommand', one, other)
      else await interleave('TransactWriteCommand', other, one)
      const isMerged = order === 'merged first'
      expect([merges[0]?.status, registers[0]?.status]).toEqual(isMerged ? [200, 412] : [412, 200])
      expect((await entryOf(registrationPlayerId))?.state).toBe(isMerged ? undefined : 'registered')
      expect((await players.get({ playerId: twin }, { consistent: true })) === undefined).toBe(isMerged)
    },
  )

  it('of players with more data than one transaction takes can still be undone', async () => {
    const { club, twin, mia } = await miaTwice()
    for (let i = 0; i < 6; i++)
      await families.join(stamp, { playerId: twin, userId: club.user(`aunt${i}`), relation: 'following' })
    const roster = [{ playerId: twin, firstName: 'Mía', lastName: 'Moreno' }]
    await Promise.all(Array.from({ length: 40 }, () => createEvent(stamp, anEvent(club.otters), roster)))
    const [before, id] = [(await invites.between(twin, '2026', '2027')).length, mergeId()]
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    expect((await undoMerge(club, id)).status).toBe(200)
    expect((await invites.between(twin, '2026', '2027')).length).toBe(before)
    expect((await families.of({ playerId: twin })).length).toBe(8)
  })

  it('cannot be undone when too much has been added since', async () => {
    const { club, twin, mia } = await miaTwice()
    const id = mergeId()
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    await Promise.all(
      chunks(
        Array.from({ length: 90 }, (_, i) => i),
        30,
      ).map((part) =>
        write(
          stamp,
          ...part.flatMap((i) => {
            const userId = club.user(`fan${i}`)
            return [
              families.create({ playerId: mia, userId, relation: 'following' as const }),
              followedPlayers.create({ userId, playerId: mia, firstName: 'Mia', lastName: 'Moreno', teams: [] }),
            ]
          }),
        ),
      ),
    )
    expect((await undoMerge(club, id)).refusal.code).toBe('merge_gone')
  })

  it('rejects a player of another club, the same player twice, and callers other than the administrator', async () => {
    const { club, mia } = await miaTwice()
    const other = await aClub()
    expect((await sendMerge(club, mergeId(), mia, mia)).status).toBe(404)
    expect((await sendMerge(club, mergeId(), mia, other.mia.playerId)).status).toBe(404)
    for (const as of ['coach', 'parent', 'dad', 'fan'])
      expect((await sendMerge(club, mergeId(), mia, club.leo.playerId, as)).status).toBe(403)
  })
})
