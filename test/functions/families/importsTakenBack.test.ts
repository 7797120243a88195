import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { guardians } from '#functions/table/guardians.ts'
import { importSteps } from '#functions/table/imports.ts'
import { families } from '#functions/table/players.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { removedInvites } from '#functions/table/removedRows.ts'
import { update } from '#functions/table/table.ts'
import { inviteOf } from '#shared/ids.ts'
import { failingCall } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, anEvent, newPart, stamp } from '../club.ts'
import { aRow, allPlayers, importRows, namesOf, type Row, state, undo, runImport } from './importing.ts'

const before = ['Ada Moreno', 'Leo Moreno', 'Mia Moreno', 'Sam Moreno']
const guardian = { name: 'Paula Kim', email: 'Paula@Kim.example', phone: '(312) 555-0142' }

const roster = (club: Awaited<ReturnType<typeof aClub>>) =>
  Array.from({ length: 40 }, (_, i) =>
    aRow(i + 2, `Nia Diaz${String(i).padStart(2, '0')}`, { teamId: club.falcons.teamId, guardians: [guardian] }),
  )

describe('undoing an import', () => {
  it('restores the club’s previous state, also after a failure in between', async () => {
    const club = await aClub()
    const was = await allPlayers(club)
    const rows = [
      ...roster(club),
      aRow(90, 'Sam Moreno', { teamId: club.falcons.teamId, bornOn: '2013-03-03' }),
      aRow(91, 'Leo Moreno', { teamId: club.falcons.teamId, number: '8' }),
    ]
    const done = await importRows(club, rows)
    expect(done).toMatchObject({ added: 40, changed: 2 })
    await expect(failingCall('TransactWriteCommand', () => undo(done), 2)).rejects.toThrow()
    await runImport(done)
    expect(await state(done)).toMatchObject({ state: 'undone', kept: 0 })
    const plain = (list: typeof was) => list.map(({ playerId, bornOn, teams }) => ({ playerId, bornOn, teams }))
    expect(plain(await allPlayers(club))).toEqual(plain(was))
    expect((await rosterRows.get({ playerId: club.leo.playerId, teamId: club.falcons.teamId }))?.number).toBeUndefined()
    expect(await guardians.of(club.sam)).toEqual([])
  })

  it('is rejected after thirty days', async () => {
    const club = await aClub()
    const { importId, orgUnitId } = await importRows(club, [aRow(2, 'Nia Diaz')])
    const undone = (now: string) =>
      call('POST /rest-api/families/imports/{orgUnitId}/{importId}/undo', {
        as: club.user('admin'),
        orgUnitId,
        importId,
        now,
      })
    expect((await undone('2026-12-21T19:00:00.000Z')).status).toBe(404)
    expect((await undone('2026-12-21T17:00:00.000Z')).status).toBe(200)
  })

  it.each([false, true])(
    'restores the birth dates of many existing players; with more writes than a transaction takes: %s',
    async (isMore) => {
      const club = await aClub()
      const rows = (more: Partial<Row>) =>
        Array.from({ length: 97 }, (_, i) =>
          aRow(i + 2, `Nia Diaz${String(i).padStart(2, '0')}`, { guardians: [guardian], ...more }),
        )
      await importRows(club, rows({}))
      const done = await importRows(club, rows({ bornOn: '2014-01-01' }))
      expect(done).toMatchObject({ changed: 97 })
      const step = await importSteps.last(done)
      expect(step?.did.flatMap(({ guardians: written }) => written)).toEqual([])
      if (isMore && step) {
        const [known] = await guardians.of({ playerId: step.did[0]?.playerId ?? '' })
        const { guardianId = '', name = '', email, phone } = known ?? {}
        const did = step.did.map((each) => ({ ...each, guardians: [{ guardianId, before: { name, email, phone } }] }))
        await update(stamp, importSteps.change({ ...done, step: step.step }, { set: { did } }))
      }
      expect(await undo(done)).toMatchObject({ state: 'undone', kept: 0, done: 0 })
      const nias = (await allPlayers(club)).filter(({ firstName }) => firstName === 'Nia')
      expect(nias.map(({ bornOn }) => bornOn)).toEqual(Array(97).fill(undefined))
    },
  )

  it('keeps a player on a team if they are invited to its upcoming events since', async () => {
    const club = await aClub()
    const { leo, sam, otters, falcons } = club
    const done = await importRows(club, [
      aRow(2, 'Leo Moreno', { teamId: otters.teamId }),
      aRow(3, 'Sam Moreno', { teamId: falcons.teamId }),
    ])
    const [coming, over] = [
      anEvent(otters),
      anEvent(falcons, { start: '2026-11-20T00:30:00Z', end: '2026-11-20T02:00:00Z' }),
    ]
    await createEvent({ ...stamp, at: '2026-11-21T19:00:00.000Z' }, coming, [leo])
    await createEvent({ ...stamp, at: '2026-11-21T19:00:00.000Z' }, over, [sam])
    expect(await undo(done)).toMatchObject({ state: 'undone', kept: 1 })
    expect((await rosterRows.get({ playerId: leo.playerId, teamId: otters.teamId }))?.playerId).toBe(leo.playerId)
    expect(await rosterRows.get({ playerId: sam.playerId, teamId: falcons.teamId })).toBeUndefined()
  })

  it('removes a player whose only later invite was withdrawn', async () => {
    const club = await aClub()
    const done = await importRows(club, [aRow(2, 'Nia Diaz', { teamId: club.falcons.teamId })])
    const nia = (await allPlayers(club)).find(({ firstName }) => firstName === 'Nia')
    const [as, playerId] = [club.user('coach'), nia?.playerId ?? '']
    const { eventId } = club.game
    const query = { eventId, playerId, inviteStatus: 'Pending' as const }
    expect((await call('POST /event/addPlayerInvite', { as, query })).status).toBe(200)
    const [inviteId, removal] = [inviteOf(eventId, playerId), newPart('r')]
    const path = { as, inviteId, query: { removal } }
    expect((await call('POST /orgUnit/removePlayerInvite/{inviteId}', path)).status).toBe(200)
    const taken = () => removedInvites.get({ inviteId, removal }, { consistent: true })
    expect(await taken()).toBeDefined()
    expect(await undo(done)).toMatchObject({ state: 'undone', kept: 0 })
    expect([await namesOf(club), await taken()]).toEqual([before, undefined])
  })

  it('keeps players who have joined another team or have family since', async () => {
    const club = await aClub()
    const done = await importRows(club, [aRow(2, 'Nia Diaz'), aRow(3, 'Zoë'), aRow(4, 'Max')])
    const [nia, zoe] = ['Nia', 'Zoë'].map((name) => name)
    const all = await allPlayers(club)
    const idOf = (name?: string) => all.find(({ firstName }) => firstName === name)?.playerId ?? ''
    await teamPlayers.add(stamp, idOf(nia), club.otters)
    await families.join(stamp, { playerId: idOf(zoe), userId: club.user('parent'), relation: 'own' })
    expect(await undo(done)).toMatchObject({ state: 'undone', kept: 2 })
    expect(await namesOf(club)).toEqual([...before, 'Nia Diaz', 'Zoë'].toSorted())
  })
})
