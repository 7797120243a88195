import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latestAgreements } from '#functions/table/agreements.ts'
import { guardians } from '#functions/table/guardians.ts'
import { meOf } from '#functions/table/me.ts'
import { type PlayerDetails, playerDetails } from '#functions/table/playerDetails.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { repetitions } from '../sampling.ts'
import { addAgreed, mergeId, miaTwice, stateOfMerge, sendMerge, undoMerge } from './merging.ts'

/** Property test: two random players against a plain model of the kept player after the merge, and of both after the undo. */
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
    await addAgreed(signer, playerId, has.papers, `2026-10-0${1 + has.teams.length}T10:00:00Z`)
    for (const email of has.grownUps)
      await write(stamp, guardians.create({ playerId, guardianId: newPart('g'), name: email, email }))
  }

  it('match the model, and an undo restores both', async () => {
    const club = await aClub()
    const named = (ids: string[]) => ['parent', 'dad', 'fan'].map((user) => `${user}-${(ids[0] ?? '').slice(0, 12)}`)
    await fc.assert(
      fc.asyncProperty(side, side, async (keep, gone) => {
        const ids = [`${club.organizationId}.${newPart('p')}`, `${club.organizationId}.${newPart('p')}`]
        const [keepId = '', goneId = ''] = ids
        await make(club, keepId, keep)
        await make(club, goneId, gone)
        const before = await stateOfMerge(club, ids, named(ids))
        const id = mergeId()
        expect((await sendMerge(club, id, keepId, goneId)).status).toBe(200)
        const player = await players.get({ playerId: keepId }, { consistent: true })
        const onTeams = new Set([...keep.teams, ...gone.teams].map((team) => club[team].teamId))
        expect(new Set(player?.teams.map((team) => team.id))).toEqual(onTeams)
        expect(player?.bornOn).toBe(keep.bornOn ?? gone.bornOn)
        expect(new Set((player?.tags ?? []).map(({ name }) => name))).toEqual(new Set([...keep.tags, ...gone.tags]))
        const papers = new Set([...keep.papers, ...gone.papers])
        const said = await latestAgreements.get({ playerId: keepId }, { consistent: true })
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
        expect((await undoMerge(club, id)).status).toBe(200)
        expect(await stateOfMerge(club, ids, named(ids))).toEqual(before)
      }),
      { numRuns: repetitions(40, 3), seed: 11 },
    )
  })
})

it('undoing a merge does not restore guardians and contacts that were removed since', async () => {
  const { club, twin, mia } = await miaTwice()
  const contact = (name: string) => ({ name, relation: '', email: `${name}@club.test`, phone: '' })
  const kept = { ...contact('Uncle'), private: true, enteredBy: club.user('dad') }
  const contacts = [contact('Aunt'), contact('Nan'), kept]
  const known = { name: 'Both', email: 'both@club.test' }
  await write(
    stamp,
    playerDetails.change({ playerId: twin }, { set: { contacts } }),
    players.change({ playerId: twin }, { set: { contacts: contacts.map(({ name }) => name) } }),
    guardians.create({ playerId: twin, guardianId: 'g2', ...known }),
    guardians.create({ playerId: mia, guardianId: 'g3', ...known }),
  )
  const id = mergeId()
  await sendMerge(club, id, mia, twin)
  const left = { as: club.user('dad'), body: { playerId: mia } }
  expect((await call('POST /rest-api/families/leave', left)).status).toBe(200)
  await write(
    stamp,
    playerDetails.change({ playerId: mia }, { set: { contacts: [contact('Nan')] } }),
    guardians.remove({ playerId: mia, guardianId: 'g3' }),
  )
  expect((await undoMerge(club, id)).status).toBe(200)
  const again = await playerDetails.get({ playerId: twin }, { consistent: true })
  expect(again).toMatchObject({ contacts: [contact('Nan')], medical: 'Nuts' })
  expect((await players.get({ playerId: twin }, { consistent: true }))?.contacts).toEqual(['Nan'])
  expect((await guardians.of({ playerId: twin })).map(({ name }) => name)).toEqual(['Gran'])
})

it('a merge keeps all contacts and medical notes, or is rejected when they exceed the limits', async () => {
  const { club, twin, mia } = await miaTwice()
  const contacts = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `${name} ${i}`, relation: '', email: '', phone: `${i}` }))
  const tell = (playerId: string, set: Partial<PlayerDetails>) =>
    write(stamp, playerDetails.upsert({ playerId }, { set }))
  const both = { keepId: mia, goneId: twin }
  const preview = async () => {
    const asked = { as: club.user('admin'), orgId: club.organizationId, query: both }
    const { status, refusal } = await call('GET /rest-api/duplicates/{orgId}/preview', asked)
    return status === 200 ? 'can be merged' : refusal.code
  }
  const merge = async () => (await sendMerge(club, mergeId(), mia, twin)).refusal.code
  await tell(mia, { contacts: contacts('Aunt', 18), medical: 'B'.repeat(1500) })
  await tell(twin, { contacts: contacts('Nan', 7), medical: 'N'.repeat(499) })
  expect([await preview(), await merge()]).toEqual(['too_many_contacts', 'too_many_contacts'])
  await tell(twin, { contacts: contacts('Nan', 6), medical: 'N'.repeat(500) })
  expect([await preview(), await merge()]).toEqual(['health_too_long', 'health_too_long'])
  await tell(twin, { medical: 'N'.repeat(499) })
  expect(await preview()).toBe('can be merged')
  const id = mergeId()
  expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
  const kept = await playerDetails.get({ playerId: mia }, { consistent: true })
  expect([kept?.contacts?.length, kept?.medical?.length]).toEqual([24, 2000])
  expect((await undoMerge(club, id)).status).toBe(200)
  const back = await playerDetails.get({ playerId: mia }, { consistent: true })
  expect([back?.contacts?.length, back?.medical?.length]).toEqual([18, 1500])
})

it('a merge keeps the record of access taken from guardians; an undo restores it and keeps later records', async () => {
  const { club, twin, mia } = await miaTwice()
  const accessTakenAt = '2026-11-20T12:00:00.000Z'
  const named = (name: string) => ({ name, email: `${name}@club.test` })
  await write(
    stamp,
    guardians.create({ playerId: twin, guardianId: 'g2', ...named('dad'), accessTakenAt }),
    guardians.create({ playerId: mia, guardianId: 'g3', ...named('dad') }),
    guardians.create({ playerId: twin, guardianId: 'g4', ...named('nan') }),
    guardians.create({ playerId: mia, guardianId: 'g5', ...named('nan') }),
  )
  const noted = async (playerId: string) =>
    (await guardians.of({ playerId })).flatMap((each) => (each.accessTakenAt ? [each.name] : [])).toSorted()
  const id = mergeId()
  await sendMerge(club, id, mia, twin)
  expect(await noted(mia)).toEqual(['dad'])
  await write(stamp, guardians.change({ playerId: mia, guardianId: 'g5' }, { set: { accessTakenAt } }))
  expect((await undoMerge(club, id)).status).toBe(200)
  expect([await noted(mia), await noted(twin)]).toEqual([['nan'], ['dad', 'nan']])
})
