import { expect, it } from 'vitest'
import { guardians } from '#functions/table/guardians.ts'
import { call } from '../call.ts'
import { aClub } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { aRow, allPlayers, namesOf, sendRows, state, runImport } from './importing.ts'

const guardian = { name: 'Rosa Diaz', email: 'rosa@diaz.example' }
/** New players and an existing one, in more than one step. */
const rows = (teamId: string) => [
  ...Array.from({ length: 40 }, (_, i) => aRow(i + 2, `Nia Diaz${i}`, { teamId, guardians: [guardian] })),
  aRow(90, 'Sam Moreno', { teamId, bornOn: '2013-03-03' }),
]
const said = async (club: Awaited<ReturnType<typeof aClub>>) =>
  (await allPlayers(club)).map(({ playerId, bornOn, teams }) => ({ playerId, bornOn, teams }))

it('an import and its undo complete on retry wherever they are interrupted', async () => {
  const rounds = await killedAtEvery(async (dies, nth) => {
    const club = await aClub()
    const [was, names] = [await said(club), await namesOf(club)]
    const importing = await sendRows(club, rows(club.falcons.teamId))
    await dies(() => runImport(importing))
    await runImport(importing)
    expect([nth, await state(importing)]).toMatchObject([
      nth,
      { state: 'done', done: 41, added: 40, changed: 1, same: 0 },
    ])
    expect(await namesOf(club)).toHaveLength(names.length + 40)
    const { orgUnitId, importId } = importing
    const back = () =>
      call('POST /rest-api/families/imports/{orgUnitId}/{importId}/undo', {
        as: club.user('admin'),
        orgUnitId,
        importId,
      })
    await dies(back)
    expect((await back()).status).toBe(200)
    await dies(() => runImport(importing))
    await runImport(importing)
    expect([nth, await state(importing)]).toMatchObject([nth, { state: 'undone', kept: 0 }])
    expect([nth, await said(club)]).toEqual([nth, was])
    expect(await guardians.of(club.sam)).toEqual([])
  })
  expect(rounds).toBeGreaterThan(2)
})
