import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { agreed, signatures } from '#functions/table/agreements.ts'
import { taskResponses } from '#functions/table/assignments.ts'
import { calendarMails } from '#functions/table/calendarMails.ts'
import { guardians } from '#functions/table/guardians.ts'
import { invites } from '#functions/table/invites.ts'
import { followedPlayers, meOf } from '#functions/table/me.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { families, playerPartition, players } from '#functions/table/players.ts'
import { placeOf, registrationEntries } from '#functions/table/registrationEntries.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { all, chunks, update, write } from '#functions/table/table.ts'
import { unassigned } from '#functions/table/unassigned.ts'
import { inviteOf } from '#shared/ids.ts'
import type { GuardianRight } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { aRegistration } from '../register/registering.ts'

const LIST = 'GET /rest-api/duplicates/{orgId}'
const PREVIEW = 'GET /rest-api/duplicates/{orgId}/preview'
const MERGE = 'POST /rest-api/duplicates/{orgId}/merge'
const UNDO = 'POST /rest-api/duplicates/{orgId}/undo'
const later = '2026-12-20T18:00:00Z'
const tooLate = '2026-12-22T18:00:00Z'

const send = (club: Club, mergeId: string, keepId: string, goneId: string, as = 'admin') =>
  call(MERGE, { as: club.user(as), orgId: club.organizationId, body: { mergeId, keepId, goneId } })
const undo = (club: Club, mergeId: string, now = later) =>
  call(UNDO, { as: club.user('admin'), orgId: club.organizationId, body: { mergeId }, now })
const mergeId = () => newPart('merge')
/** A player’s family agrees to these, as it does on the page for it. */
async function agrees(userId: string, playerId: string, agreementIds: readonly string[], at: string) {
  const signature = { playerId, textVersion: 1, ofAge: false, userId, name: 'Dad', signedAt: at, from: '' }
  const last = Object.fromEntries(agreementIds.map((id) => [id, { version: 1, ofAge: false, by: 'Dad', at }]))
  if (agreementIds.length > 0)
    await write(
      stamp,
      ...agreementIds.map((agreementId) => signatures.create({ ...signature, agreementId })),
      agreed.create({ playerId, last }),
    )
}

/** Mia once more, with a team, a grandmother, health, a coming event and another home of her own. */
async function miaTwice() {
  const club = await aClub()
  const twin = `${club.organizationId}.${newPart('p')}`
  await teamPlayers.addNew(stamp, [{ playerId: twin, firstName: 'Mía', lastName: 'Moreno', number: '9' }], club.otters)
  await update(stamp, players.change({ playerId: twin }, { set: { bornOn: '2015-04-01' } }))
  await families.join(stamp, { playerId: twin, userId: club.user('fan'), relation: 'own' })
  await families.join(stamp, { playerId: twin, userId: club.user('dad'), relation: 'own' })
  const scrimmage = anEvent(club.otters)
  await createEvent(stamp, scrimmage, [{ playerId: twin, firstName: 'Mía', lastName: 'Moreno' }])
  await invites.answer(stamp, { inviteId: inviteOf(scrimmage.eventId, twin), status: 'Accepted', note: 'Late' })
  await write(
    stamp,
    playerDetails.upsert({ playerId: twin }, { set: { medical: 'Nuts', fields: { q1: 'North' } } }),
    playerDetails.upsert({ playerId: club.mia.playerId }, { set: { medical: 'Bees' } }),
    guardians.create({ playerId: twin, guardianId: 'g1', name: 'Gran', email: 'gran@club.test' }),
  )
  return { club, twin, scrimmage, mia: club.mia.playerId }
}

/** All that the table says of these players, without who wrote it and when. */
async function saidOf(club: Club, ids: string[], users: string[]) {
  const own = await Promise.all(
    ids.map((playerId) =>
      all<object>({ pk: playerPartition({ playerId }), from: ' ', to: '\uffff', consistent: true }),
    ),
  )
  const rosters = await Promise.all([club.falcons, club.otters].map((team) => teamPlayers.withTeam(team)))
  const loose = await all<object>(unassigned.of(club.organizationId))
  const twins = await Promise.all(users.map((userId) => meOf({ userId: club.user(userId) })))
  const rows = [...own.flat(), ...rosters.flatMap((each) => each.players), ...loose]
    .filter(({ kind }) => kind !== 'Removal')
    .map(
      ({ version: _v, by: _b, at: _a, ttl: _t, ...row }): Record<string, unknown> => ({ ...row, playerId: undefined }),
    )
  return {
    rows: rows.toSorted((a, b) =>
      `${String(a['pk'])}${String(a['sk'])}` < `${String(b['pk'])}${String(b['sk'])}` ? -1 : 1,
    ),
    access: twins.map(({ access }) => ({
      players: access.players.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      following: access.following.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    })),
  }
}
const users = ['parent', 'parent2', 'fan', 'dad']

describe('a merge', () => {
  it('is found, looked at and done: all of both is with the one who is kept', async () => {
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
    })
    expect((await send(club, mergeId(), mia, twin)).status).toBe(200)
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

  it('is done once, whoever sends it again, and undone once; then all is as it was', async () => {
    const { club, twin, mia } = await miaTwice()
    const before = await saidOf(club, [mia, twin], users)
    const id = mergeId()
    const both = await Promise.all([send(club, id, mia, twin), send(club, id, mia, twin)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await send(club, id, mia, twin)).status).toBe(200)
    expect((await undo(club, id)).body).toEqual({ playerId: twin })
    expect(await saidOf(club, [mia, twin], users)).toEqual(before)
    expect((await undo(club, id)).refusal.code).toBe('merge_gone')
  })

  it('can be undone for 30 days; what changed since stays, and whose access was taken gets none back', async () => {
    const { club, twin, mia } = await miaTwice()
    const [first, second] = [mergeId(), mergeId()]
    await send(club, first, mia, twin)
    expect((await undo(club, first, tooLate)).refusal.code).toBe('merge_gone')
    await update(stamp, players.change({ playerId: mia }, { set: { bornOn: '2014-01-01' } }))
    await write(stamp, ...families.leave({ playerId: mia, userId: club.user('dad'), relation: 'own' }))
    expect((await undo(club, first)).status).toBe(200)
    expect((await players.get({ playerId: mia }, { consistent: true }))?.bornOn).toBe('2014-01-01')
    expect((await meOf({ userId: club.user('dad') })).access.players).toEqual([])
    const fan = (await meOf({ userId: club.user('fan') })).access
    expect([fan.players.map(({ id }) => id), fan.following.map(({ id }) => id)]).toEqual([[twin], [mia]])
    expect((await send(club, second, mia, twin)).status).toBe(200)
  })

  it('gives no guardian back what the club has taken from them, nor does undoing it', async () => {
    const { club, twin, mia } = await miaTwice()
    const [dad, fan, parent] = ['dad', 'fan', 'parent'].map((name) => club.user(name)) as [string, string, string]
    await families.join(stamp, { playerId: twin, userId: parent, relation: 'own' })
    const limit = (playerId: string, userId: string, lacks: GuardianRight[]) =>
      write(stamp, ...families.limit({ playerId, userId }, lacks))
    await limit(twin, dad, ['answers'])
    await limit(twin, fan, ['sees'])
    await limit(twin, parent, ['pays'])
    await limit(mia, parent, ['answers'])
    const before = await saidOf(club, [mia, twin], users)
    const lacksOf = async (userId: string, playerId: string) => {
      const row = await families.get({ userId, playerId }, { consistent: true })
      const { players: own } = (await meOf({ userId })).access
      expect(own.find(({ id }) => id === playerId)?.lacks).toEqual(row?.lacks)
      return row?.lacks
    }
    const [first, second] = [mergeId(), mergeId()]
    await send(club, first, mia, twin)
    const merged = await Promise.all([dad, fan, parent].map((userId) => lacksOf(userId, mia)))
    expect(merged).toEqual([['answers'], ['sees'], ['answers', 'pays']])
    expect((await undo(club, first)).status).toBe(200)
    expect(await saidOf(club, [mia, twin], users)).toEqual(before)
    // What is taken between the two stays taken, of both.
    await send(club, second, mia, twin)
    await limit(mia, parent, ['answers', 'pays', 'sees'])
    await limit(mia, dad, ['answers', 'pays'])
    expect((await undo(club, second)).status).toBe(200)
    expect(await lacksOf(parent, mia)).toEqual(['answers', 'pays', 'sees'])
    expect(await lacksOf(parent, twin)).toEqual(['pays', 'sees'])
    expect(await lacksOf(dad, twin)).toEqual(['answers', 'pays'])
  })

  it('takes who has come from another stage, or of whom a calendar app was mailed, and workers hear of what it makes', async () => {
    const { club, twin, scrimmage, mia } = await miaTwice()
    const inviteId = inviteOf(scrimmage.eventId, twin)
    const entry = { start: later, end: later, summary: '', description: '', location: '', category: '' }
    const mailed = { sequence: 0, method: 'REQUEST' as const, entry, ends: later, upon: 'x', mailedAt: stamp.at }
    const known = calendarMails.create({ inviteId, userId: club.user('dad'), replyKey: newPart('k'), ...mailed })
    await write(stamp, known, invites.change({ inviteId }, { set: { movedAt: stamp.at } as object }))
    expect((await send(club, mergeId(), mia, twin)).status).toBe(200)
    const made = await invites.get({ inviteId: inviteOf(scrimmage.eventId, mia) }, { consistent: true })
    expect([made?.status, made?.movedAt]).toEqual(['Accepted', undefined])
    // By this the app is told that it is off.
    expect(await calendarMails.to({ playerId: twin, userId: club.user('dad') })).toHaveLength(1)
  })

  it('takes along what the family has agreed to and an account of their own, each text once, and gives both back', async () => {
    const { club, twin, mia } = await miaTwice()
    const paper = (n: number) => `${club.organizationId}.a0000000000${n}`
    const [both, hers] = [paper(1), paper(2)]
    await agrees(club.user('parent'), mia, [both], '2026-10-01T10:00:00Z')
    await agrees(club.user('dad'), twin, [both, hers], '2026-10-02T10:00:00Z')
    await families.join(stamp, { playerId: twin, userId: club.user('kid'), relation: 'own' })
    await write(stamp, playerAccounts.create({ userId: club.user('kid'), playerId: twin }))
    const before = await saidOf(club, [mia, twin], users)
    const id = mergeId()
    expect((await send(club, id, mia, twin)).status).toBe(200)
    const row = await agreed.get({ playerId: mia }, { consistent: true })
    expect(Object.entries(row?.last ?? {}).map(([agreementId, { at }]) => [agreementId, at])).toEqual([
      [both, '2026-10-01T10:00:00Z'],
      [hers, '2026-10-02T10:00:00Z'],
    ])
    expect((await signatures.to({ playerId: mia, agreementId: both })).length).toBe(1)
    expect((await signatures.to({ playerId: mia, agreementId: hers })).map(({ name }) => name)).toEqual(['Dad'])
    const accountOf = async () =>
      (await playerAccounts.get({ userId: club.user('kid') }, { consistent: true }))?.playerId
    expect(await accountOf()).toBe(mia)
    expect((await undo(club, id)).status).toBe(200)
    expect(await saidOf(club, [mia, twin], users)).toEqual(before)
    expect(await accountOf()).toBe(twin)
  })

  it('takes nobody who is on a registration, which names them', async () => {
    const { club, twin, mia } = await miaTwice()
    const registrationId = await aRegistration(club)
    const id = { registrationId, playerId: twin }
    const set = { ...id, userId: club.user('dad'), state: 'waiting' as const, place: placeOf.waiting(stamp.at) }
    await update(stamp, registrationEntries.upsert(id, { set }))
    expect((await send(club, mergeId(), mia, twin)).refusal.code).toBe('cannot_merge')
    await update(stamp, registrationEntries.change(id, { set: { state: 'cancelled' } }))
    expect((await send(club, mergeId(), mia, twin)).status).toBe(200)
  })

  it('of two with more to them than one step takes leaves what can still be taken back', async () => {
    const { club, twin, mia } = await miaTwice()
    for (let i = 0; i < 6; i++)
      await families.join(stamp, { playerId: twin, userId: club.user(`aunt${i}`), relation: 'following' })
    const roster = [{ playerId: twin, firstName: 'Mía', lastName: 'Moreno' }]
    await Promise.all(Array.from({ length: 40 }, () => createEvent(stamp, anEvent(club.otters), roster)))
    const [before, id] = [(await invites.between(twin, '2026', '2027')).length, mergeId()]
    expect((await send(club, id, mia, twin)).status).toBe(200)
    expect((await undo(club, id)).status).toBe(200)
    expect((await invites.between(twin, '2026', '2027')).length).toBe(before)
    expect((await families.of({ playerId: twin })).length).toBe(8)
  })

  it('to which so much has come since that one step cannot take it back says so', async () => {
    const { club, twin, mia } = await miaTwice()
    const id = mergeId()
    expect((await send(club, id, mia, twin)).status).toBe(200)
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
    expect((await undo(club, id)).refusal.code).toBe('merge_gone')
  })

  it('takes nobody who has what cannot go along, nobody of another club, and is the club’s alone', async () => {
    const { club, twin, mia } = await miaTwice()
    const other = await aClub()
    const answer = { assignmentId: `${club.falcons.teamId}.a00000000000`, playerId: twin }
    await update(stamp, taskResponses.upsert(answer, { set: { ...answer, revision: 1, saveId: 's' } }))
    expect((await send(club, mergeId(), mia, twin)).refusal.code).toBe('cannot_merge')
    expect((await send(club, mergeId(), mia, mia)).status).toBe(404)
    expect((await send(club, mergeId(), mia, other.mia.playerId)).status).toBe(404)
    for (const as of ['coach', 'parent', 'dad', 'fan'])
      expect((await send(club, mergeId(), mia, club.leo.playerId, as)).status).toBe(403)
  })
})

/** Two players of anything, against a plain model: what the kept one has afterwards, and both again as they were. */
describe('merges of any two players', () => {
  const relation = fc.constantFrom('own' as const, 'following' as const, undefined)
  const side = fc.record({
    teams: fc.subarray(['falcons', 'otters'] as const),
    family: fc.record({ parent: relation, dad: relation, fan: relation }),
    grownUps: fc.subarray(['a@x.test', 'b@x.test', 'c@x.test']),
    bornOn: fc.option(fc.constantFrom('2015-01-01', '2016-02-02'), { nil: undefined }),
    medical: fc.option(fc.constantFrom('Nuts', 'Bees'), { nil: undefined }),
    tags: fc.subarray(['Keeper', 'Captain']),
    papers: fc.subarray(['waiver', 'photos']),
  })
  type Side = typeof side extends fc.Arbitrary<infer S> ? S : never

  async function make(club: Club, playerId: string, has: Side) {
    await teamPlayers.addNew(stamp, [{ playerId, firstName: 'Eva', lastName: 'Roy' }])
    for (const team of has.teams) await teamPlayers.add(stamp, playerId, club[team])
    for (const [user, how] of Object.entries(has.family))
      if (how)
        await families.join(stamp, { playerId, userId: club.user(`${user}-${playerId.slice(0, 12)}`), relation: how })
    const tags = has.tags.map((name) => ({ id: name, name }))
    const set = { ...(tags.length > 0 && { tags }), ...(has.bornOn && { bornOn: has.bornOn }) }
    if (Object.keys(set).length > 0) await update(stamp, players.change({ playerId }, { set }))
    if (has.medical) await update(stamp, playerDetails.upsert({ playerId }, { set: { medical: has.medical } }))
    const signer = club.user('signer')
    await families.join(stamp, { playerId, userId: signer, relation: 'own' })
    await agrees(signer, playerId, has.papers, `2026-10-0${1 + has.teams.length}T10:00:00Z`)
    for (const email of has.grownUps)
      await write(stamp, guardians.create({ playerId, guardianId: newPart('g'), name: email, email }))
  }

  it('come to what the model says, and back', async () => {
    const club = await aClub()
    const named = (ids: string[]) => ['parent', 'dad', 'fan'].map((user) => `${user}-${(ids[0] ?? '').slice(0, 12)}`)
    await fc.assert(
      fc.asyncProperty(side, side, async (keep, gone) => {
        const ids = [`${club.organizationId}.${newPart('p')}`, `${club.organizationId}.${newPart('p')}`]
        const [keepId = '', goneId = ''] = ids
        await make(club, keepId, keep)
        await make(club, goneId, gone)
        const before = await saidOf(club, ids, named(ids))
        const id = mergeId()
        expect((await send(club, id, keepId, goneId)).status).toBe(200)
        const player = await players.get({ playerId: keepId }, { consistent: true })
        const onTeams = new Set([...keep.teams, ...gone.teams].map((team) => club[team].teamId))
        expect(new Set(player?.teams.map((team) => team.id))).toEqual(onTeams)
        expect(player?.bornOn).toBe(keep.bornOn ?? gone.bornOn)
        expect(new Set((player?.tags ?? []).map(({ name }) => name))).toEqual(new Set([...keep.tags, ...gone.tags]))
        const papers = new Set([...keep.papers, ...gone.papers])
        const said = await agreed.get({ playerId: keepId }, { consistent: true })
        expect(new Set(Object.keys(said?.last ?? {}))).toEqual(papers)
        const known = await guardians.of({ playerId: keepId })
        expect(new Set(known.map(({ email }) => email))).toEqual(new Set([...keep.grownUps, ...gone.grownUps]))
        expect(known).toHaveLength(new Set([...keep.grownUps, ...gone.grownUps]).size)
        for (const user of ['parent', 'dad', 'fan'] as const) {
          const both = [keep.family[user], gone.family[user]]
          const wanted = both.includes('own') ? 'own' : both.includes('following') ? 'following' : undefined
          const { access } = await meOf({ userId: club.user(`${user}-${keepId.slice(0, 12)}`) })
          const has = (list: { id: string; teams: { id: string }[] }[]) => list.find((each) => each.id === keepId)
          const own = has(access.players)
          const followed = has(access.following)
          expect(own ? 'own' : followed ? 'following' : undefined).toBe(wanted)
          if (wanted) expect(new Set((own ?? followed)?.teams.map((team) => team.id))).toEqual(onTeams)
          expect([...access.players, ...access.following].some((each) => each.id === goneId)).toBe(false)
        }
        expect((await undo(club, id)).status).toBe(200)
        expect(await saidOf(club, ids, named(ids))).toEqual(before)
      }),
      { numRuns: Number(process.env['MERGES'] ?? 6), seed: 11 },
    )
  })
})
