import { describe, expect, it, vi } from 'vitest'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { guardians } from '#functions/table/guardians.ts'
import { imports } from '#functions/table/imports.ts'
import { players } from '#functions/table/players.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { failingCall, interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import {
  aRow,
  checkRows,
  allPlayers,
  importRows,
  namesOf,
  ROWS,
  sendRows,
  state,
  undo,
  runImport,
} from './importing.ts'

const before = ['Ada Moreno', 'Leo Moreno', 'Mia Moreno', 'Sam Moreno']
const guardian = { name: 'Paula Kim', email: 'Paula@Kim.example', phone: '(312) 555-0142' }

describe('checking an import', () => {
  it('reports what each row would do, and changes nothing', async () => {
    const club = await aClub()
    await update(stamp, players.change({ playerId: club.mia.playerId }, { set: { bornOn: '2014-05-01' } }))
    const { teamId } = club.falcons
    const rows = [
      aRow(2, 'Łukasz Gómez', { teamId }),
      aRow(3, 'MIA moreno', { bornOn: '2014-05-01', teamId }),
      aRow(4, 'Leo Moreno', { bornOn: '2015-06-02', teamId, number: '7', guardians: [guardian] }),
      aRow(5, 'Mia Moreno', { bornOn: '2010-01-01' }),
      aRow(6, 'Sam Moreno', { teamId }),
      aRow(7, 'Nia Diaz', { teamId: `${club.organizationId}.t00000000000` }),
    ]
    const said = await checkRows(club, rows)
    expect(said.map(({ row, does }) => [row, does])).toEqual([
      [2, 'new'],
      [3, 'same'],
      [4, 'change'],
      [5, 'new'],
      [6, 'change'],
      [7, 'team_gone'],
    ])
    expect(said[2]?.changes).toEqual([
      { what: 'bornOn', from: '', to: '2015-06-02' },
      { what: 'number', from: '', to: '7' },
      { what: 'guardian', from: '', to: 'Paula Kim, paula@kim.example, (312) 555-0142' },
    ])
    expect(said[4]).toMatchObject({
      player: { teams: ['Otters'] },
      changes: [{ what: 'team', from: '', to: 'Falcons' }],
    })
    expect(await namesOf(club)).toEqual(before)
  })

  it('keeps a guardian’s data that the table omits', async () => {
    const club = await aClub()
    const mia = (more: Partial<typeof guardian>) => [
      aRow(2, 'Mia Moreno', { guardians: [{ name: '', email: guardian.email, ...more }] }),
    ]
    await importRows(club, mia({ name: guardian.name, phone: '1' }))
    const [said] = await checkRows(club, mia({ phone: '2' }))
    expect(said?.changes).toEqual([
      { what: 'guardian', from: 'Paula Kim, paula@kim.example, 1', to: 'Paula Kim, paula@kim.example, 2' },
    ])
  })

  it('reports a row as unclear when two players have that name, until one is chosen', async () => {
    const club = await aClub({ roster: ['Mia'] })
    const [said] = await checkRows(club, [aRow(2, 'Mia Moreno')])
    expect([said?.does, said?.among.map(({ name }) => name)]).toEqual(['unclear', ['Mia Moreno', 'Mia Moreno']])
    const [chosen] = await checkRows(club, [
      aRow(2, 'Mia Moreno', { is: club.mia.playerId, number: '9', teamId: club.falcons.teamId }),
    ])
    expect(chosen).toMatchObject({ does: 'change', player: { id: club.mia.playerId } })
    const [other] = await checkRows(club, [aRow(2, 'Mia Moreno', { is: 'new' })])
    expect(other?.does).toBe('new')
  })

  it('shows a coach only players of their own team', async () => {
    const club = await aClub()
    const unit = { orgUnitId: club.falcons.teamId, as: 'coach' }
    const said = await checkRows(club, [aRow(2, 'Sam Moreno'), aRow(3, 'Mia Moreno')], unit)
    expect(said.map(({ does }) => does)).toEqual(['new', 'same'])
    const otters = [aRow(2, 'Nia Diaz', { teamId: club.otters.teamId })]
    expect(await checkRows(club, otters, unit)).toMatchObject([{ does: 'team_gone' }])
    // Nor can the coach refer to a player of another team.
    const named = [aRow(2, 'Sam Moreno', { is: club.sam.playerId, bornOn: '2000-01-01' })]
    expect(await checkRows(club, named, unit)).toMatchObject([{ does: 'new' }])
  })

  it('does not reveal to a coach a child who has left the team, nor adds them again', async () => {
    const club = await aClub()
    const { teamId } = club.falcons
    const rows = [aRow(2, 'Nia Diaz', { bornOn: '2014-01-01', guardians: [guardian] })]
    const unit = { orgUnitId: teamId, as: 'coach' }
    await importRows(club, rows, unit)
    const nia = (await allPlayers(club)).find(({ firstName }) => firstName === 'Nia')
    const playerId = nia?.playerId ?? ''
    await teamPlayers.add(stamp, playerId, club.otters)
    await teamPlayers.remove(stamp, playerId, club.falcons)
    const [said] = await checkRows(club, rows, unit)
    expect(said).toEqual({ row: 2, does: 'unclear', player: null, changes: [], among: [] })
    expect(await importRows(club, rows, unit)).toMatchObject({ changed: 0, refused: [{ row: 2, why: 'unclear' }] })
    expect((await players.get({ playerId }))?.teams.map(({ name }) => name)).toEqual(['Otters'])
  })
})

describe('an import', () => {
  it('creates players on their teams with guardians, and adds to existing ones', async () => {
    const club = await aClub()
    const { teamId } = club.falcons
    const done = await importRows(club, [
      aRow(2, 'Łukasz Gómez', {
        teamId,
        number: '10',
        position: 'MF',
        bornOn: '2014-02-28',
        guardians: [guardian],
        household: 'kim',
      }),
      aRow(3, 'Sam Moreno', { teamId, number: '4' }),
      aRow(4, 'Zoë', {}),
    ])
    expect(done).toMatchObject({ state: 'done', rows: 3, done: 3, added: 2, changed: 1, same: 0, refused: [] })
    const all = await allPlayers(club)
    const lukasz = all.find(({ firstName }) => firstName === 'Łukasz')
    expect(lukasz).toMatchObject({ lastName: 'Gómez', bornOn: '2014-02-28', teams: [{ id: teamId, name: 'Falcons' }] })
    expect(await rosterRows.get({ teamId, playerId: lukasz?.playerId ?? '' })).toMatchObject({
      number: '10',
      position: 'MF',
    })
    expect(await guardians.of({ playerId: lukasz?.playerId ?? '' })).toMatchObject([
      { name: 'Paula Kim', email: 'paula@kim.example', phone: '(312) 555-0142' },
    ])
    expect(await rosterRows.get({ teamId, playerId: club.sam.playerId })).toMatchObject({ number: '4' })
    expect(all.find(({ firstName }) => firstName === 'Sam')?.teams.map(({ name }) => name)).toEqual([
      'Otters',
      'Falcons',
    ])
  })

  it('shows a player’s new team to the family at once', async () => {
    const club = await aClub()
    await importRows(club, [aRow(2, 'Mia Moreno', { teamId: club.otters.teamId })])
    const { body } = await call('GET /api/v1/playersAndTeams', { as: club.user('parent') })
    expect(body.players[0]?.orgUnits.map(({ name }) => name)).toEqual(['Falcons', 'Otters'])
  })

  it('of the same table again changes nothing', async () => {
    const club = await aClub()
    const { teamId } = club.falcons
    const rows = [
      aRow(2, 'Nia Diaz', { teamId, number: '3', guardians: [guardian], household: 'h' }),
      aRow(3, 'Nia Diaz', { is: 'new', teamId }),
      aRow(4, 'Sam Moreno', { teamId }),
      aRow(5, 'Leo Moreno', { bornOn: '2015-06-02' }),
    ]
    expect(await importRows(club, rows)).toMatchObject({ added: 2, changed: 2 })
    const once = await allPlayers(club)
    expect(await importRows(club, rows)).toMatchObject({ state: 'done', added: 0, changed: 0, same: 4 })
    expect(await allPlayers(club)).toEqual(once)
    expect((await checkRows(club, rows)).map(({ does }) => does)).toEqual(['same', 'same', 'same', 'same'])
  })

  it('by two administrators concurrently creates each player once', async () => {
    const club = await aClub()
    const rows = Array.from({ length: 40 }, (_, i) => aRow(i + 2, `Nia Diaz${i}`, { teamId: club.falcons.teamId }))
    const [one, other] = [await sendRows(club, rows), await sendRows(club, rows)]
    await Promise.all([runImport(one), runImport(other)])
    const [a, b] = [await state(one), await state(other)]
    expect([a.state, b.state, a.added + b.added, a.same + b.same]).toEqual(['done', 'done', 40, 40])
    expect(await namesOf(club)).toHaveLength(44)
  })

  it('of one child in two rows adds them to both teams', async () => {
    const club = await aClub()
    const row = (n: number, teamId: string) => aRow(n, 'Nia Diaz', { teamId, bornOn: '2014-01-01' })
    const done = await importRows(club, [row(2, club.falcons.teamId), row(3, club.otters.teamId)])
    expect(done).toMatchObject({ added: 1, changed: 1 })
    expect(
      (await allPlayers(club)).find(({ firstName }) => firstName === 'Nia')?.teams.map(({ name }) => name),
    ).toEqual(['Falcons', 'Otters'])
    expect((await undo(done)).state).toBe('undone')
    expect(await namesOf(club)).toEqual(before)
  })

  it('reports rows that could not be imported', async () => {
    const club = await aClub()
    const importing = await sendRows(club, [aRow(2, 'Nia Diaz', { teamId: club.falcons.teamId }), aRow(3, 'Zoë')])
    await write(stamp, teams.change({ teamId: club.falcons.teamId }, { set: { archivedAt: stamp.at } }))
    await runImport(importing)
    expect(await state(importing)).toMatchObject({
      state: 'done',
      added: 1,
      refused: [{ row: 2, why: 'changed_meanwhile' }],
    })
  })

  it('starts only with all of its rows, and accepts no more afterwards', async () => {
    const club = await aClub()
    const who = { as: club.user('admin'), orgUnitId: club.organizationId }
    const importId = 'wholeimport00001'
    const begin = () =>
      call('POST /rest-api/families/imports/{orgUnitId}', { ...who, body: { importId, name: '', rows: 2 } })
    expect([(await begin()).status, (await begin()).status]).toEqual([200, 200])
    const rows = (part: number, ...list: ReturnType<typeof aRow>[]) =>
      call('POST /rest-api/families/imports/{orgUnitId}/{importId}/rows', {
        ...who,
        importId,
        body: { part, rows: list },
      })
    const start = () => call('POST /rest-api/families/imports/{orgUnitId}/{importId}/start', { ...who, importId })
    await rows(0, aRow(2, 'Nia Diaz'))
    expect((await start()).refusal.code).toBe('import_not_whole')
    await rows(1, aRow(3, 'Zoë'))
    await rows(1, aRow(3, 'Zoe'))
    expect((await start()).body.state).toBe('running')
    expect((await start()).status).toBe(200)
    expect((await rows(2, aRow(4, 'Max'))).refusal.code).toBe('import_begun')
  })
})

const roster = (club: Awaited<ReturnType<typeof aClub>>) =>
  Array.from({ length: 40 }, (_, i) =>
    aRow(i + 2, `Nia Diaz${String(i).padStart(2, '0')}`, { teamId: club.falcons.teamId, guardians: [guardian] }),
  )

describe('an interrupted import', () => {
  it.each([1, 3])('continues after its transaction %i failed', async (nth) => {
    const club = await aClub()
    const importing = await sendRows(club, roster(club))
    await expect(failingCall('TransactWriteCommand', () => runImport(importing), nth)).rejects.toThrow()
    const cut = await state(importing)
    expect(cut.added).toBe((await namesOf(club)).length - 4)
    await runImport(importing)
    expect(await state(importing)).toMatchObject({ state: 'done', done: 40, added: 40, same: 0 })
    expect(await namesOf(club)).toHaveLength(44)
  })

  it('run by concurrent workers creates each player once', async () => {
    const club = await aClub()
    const importing = await sendRows(club, roster(club))
    await Promise.all([runImport(importing), runImport(importing), runImport(importing)])
    expect(await state(importing)).toMatchObject({ state: 'done', done: 40, added: 40, same: 0, refused: [] })
  })

  it('that is canceled while running leaves nothing behind', async () => {
    const club = await aClub()
    const importing = await sendRows(club, roster(club))
    const cancel = () => undo(importing)
    await interleave('TransactWriteCommand', cancel, () => runImport(importing), 2)
    expect(await state(importing)).toMatchObject({ state: 'undone', kept: 0 })
    expect(await namesOf(club)).toEqual(before)
    await runImport(importing)
    expect(await namesOf(club)).toEqual(before)
  })
})

it('an answer to a field named like an object property is rejected', async () => {
  const club = await aClub()
  const begun = await sendRows(club, [aRow(2, 'Nia Diaz')])
  const rows = [aRow(2, 'Nia Diaz', { fields: { constructor: 'x' } })]
  const asking = { as: club.user('admin'), importId: begun.importId, orgUnitId: begun.orgUnitId }
  const { status, refusal } = await call(ROWS, { ...asking, body: { part: 0, rows } })
  expect([status, refusal.faults?.map(({ at }) => at)]).toEqual([400, ['rows.0.fields.constructor']])
})

it('an import takes at most three writing round trips per 25 rows', async () => {
  const club = await aClub()
  // In `npm run test:long`, as many as a file may have.
  const rows = Array.from({ length: process.env['RUNS'] ? 1000 : 100 }, (_, i) =>
    aRow(i + 2, `Nia Diaz${String(i).padStart(4, '0')}`, {
      teamId: club.falcons.teamId,
      number: '1',
      bornOn: '2014-01-01',
      guardians: [guardian],
    }),
  )
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
  const importing = await sendRows(club, rows)
  await runImport(importing)
  const names = send.mock.calls.map(([command]) => command.constructor.name)
  send.mockRestore()
  const trips = names.filter((name) => name === 'TransactWriteCommand' || name === 'UpdateCommand').length
  expect(await state(importing)).toMatchObject({ state: 'done', added: rows.length })
  expect(trips).toBeLessThanOrEqual((rows.length / 25) * 3)
  expect((await imports.get(importing))?.steps).toBeLessThan((rows.length / 1000) * 60)
})
