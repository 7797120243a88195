import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { players } from '#functions/table/players.ts'
import { update } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { call } from '../call.ts'
import { rowParts } from '#shared/rules/playerRows.ts'
import { aRow, checkRows, allPlayers, importRows, newImport, sendRows, state, undo, runImport } from './importing.ts'

it('an import sets answers to custom fields, and undoing it restores the previous ones', async () => {
  const club = await aClub()
  const asked = (id: string, type: 'TEXT' | 'CHOICE', choices: string[] = []) =>
    ({ id, name: id, type, choices, required: false }) as const
  const playerFields = [asked('school', 'TEXT'), asked('shirt', 'CHOICE', ['S', 'M'])]
  const { organizationId } = club
  await update(stamp, organizations.change({ organizationId }, { set: { playerFields } }))
  const { playerId } = club.leo
  await update(stamp, playerDetails.upsert({ playerId }, { set: { medical: 'Nuts', fields: { school: 'North' } } }))
  const rows = [
    aRow(2, 'Leo Moreno', { fields: { school: 'South', shirt: 'M' } }),
    aRow(3, 'Nia Diaz', { fields: { school: 'West', shirt: 'XXL', gone: 'x' } }),
  ]
  const said = await checkRows(club, rows)
  expect(said.map(({ changes }) => changes)).toEqual([
    [
      { what: 'field', name: 'school', from: 'North', to: 'South' },
      { what: 'field', name: 'shirt', from: '', to: 'M' },
    ],
    [],
  ])
  const done = await importRows(club, rows)
  const nia = (await allPlayers(club)).find(({ firstName }) => firstName === 'Nia')?.playerId ?? ''
  const told = async (id: string) => (await playerDetails.get({ playerId: id }, { consistent: true }))?.fields
  expect([await told(playerId), await told(nia)]).toEqual([{ school: 'South', shirt: 'M' }, { school: 'West' }])
  expect(await importRows(club, rows)).toMatchObject({ added: 0, changed: 0, same: 2 })
  expect(await undo(done)).toMatchObject({ state: 'undone', kept: 0 })
  expect([await told(playerId), await told(nia)]).toEqual([{ school: 'North' }, undefined])
  expect((await allPlayers(club)).some(({ firstName }) => firstName === 'Nia')).toBe(false)
})

it('an import of long answers is split into parts, and a part that is too long is rejected with its row', async () => {
  const club = await aClub()
  const { organizationId } = club
  const ids = Array.from({ length: 30 }, (_, i) => `q${i}`)
  const playerFields = ids.map((id) => ({ id, name: id, type: 'TEXT' as const, choices: [], required: false }))
  await update(stamp, organizations.change({ organizationId }, { set: { playerFields } }))
  const fields = (text: string) => Object.fromEntries(ids.map((id) => [id, text.repeat(200)]))
  const rows = (text: string) =>
    Array.from({ length: 30 }, (_, i) => aRow(i + 2, `Nia Diaz${i}`, { fields: fields(text) }))
  const parts = rowParts(rows('狼'))
  expect(parts.map((part) => part.length)).toEqual([10, 10, 10])
  const importId = newImport()
  const who = { as: club.user('admin'), orgUnitId: organizationId }
  const ROWS = 'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows'
  await call('POST /rest-api/families/imports/{orgUnitId}', { ...who, body: { importId, name: 'x.csv', rows: 30 } })
  const tooMuch = await call(ROWS, { ...who, importId, body: { part: 0, rows: rows('狼').slice(0, 12) } })
  expect([tooMuch.status, tooMuch.refusal.faults?.map(({ at, code }) => [at, code])]).toEqual([
    400,
    [['rows.10', 'rows_too_long']],
  ])
  for (const [part, some] of parts.entries())
    expect((await call(ROWS, { ...who, importId, body: { part, rows: some } })).status).toBe(200)
  await call('POST /rest-api/families/imports/{orgUnitId}/{importId}/start', { ...who, importId })
  await runImport({ club, importId, orgUnitId: organizationId })
  // Again with other answers: the previous ones are kept for undoing it.
  const again = await importRows(club, rows('b').slice(0, 10))
  expect([again.changed, again.refused]).toEqual([10, []])
  expect(await undo(again)).toMatchObject({ state: 'undone', kept: 0 })
  const nia = (await allPlayers(club)).find(({ lastName }) => lastName === 'Diaz0')?.playerId ?? ''
  expect((await playerDetails.get({ playerId: nia }, { consistent: true }))?.fields?.['q0']).toBe('狼'.repeat(200))
})

const merge = ({ organizationId: orgId, mia, user }: Club, goneId: string) => {
  const body = { mergeId: 'merge00000000001', keepId: mia.playerId, goneId }
  return call('POST /rest-api/duplicates/{orgId}/merge', { as: user('admin'), orgId, body })
}

it('an import recognizes a player merged since under the imported name', async () => {
  const club = await aClub()
  const rows = [aRow(2, 'Mya Morreno', { bornOn: '2015-04-01' }), aRow(3, 'Nia Diaz')]
  expect((await importRows(club, rows)).added).toBe(2)
  const goneId = (await allPlayers(club)).find(({ firstName }) => firstName === 'Mya')?.playerId ?? ''
  expect((await merge(club, goneId)).status).toBe(200)
  expect((await checkRows(club, rows)).map(({ does, player }) => [does, player?.name])).toEqual([
    ['same', 'Mia Moreno'],
    ['same', 'Nia Diaz'],
  ])
  expect(await importRows(club, rows)).toMatchObject({ added: 0, changed: 0, same: 2 })
  expect((await allPlayers(club)).some(({ firstName }) => firstName === 'Mya')).toBe(false)
})

it('an import does not create a player marked as new again after they were merged', async () => {
  const club = await aClub()
  const rows = [aRow(2, 'Mia Moreno', { is: 'new' })]
  const before = (await allPlayers(club)).map(({ playerId }) => playerId)
  expect((await importRows(club, rows)).added).toBe(1)
  const goneId = (await allPlayers(club)).find(({ playerId }) => !before.includes(playerId))?.playerId ?? ''
  const merged = await merge(club, goneId)
  expect(merged.status).toBe(200)
  expect(await importRows(club, rows)).toMatchObject({ added: 0, same: 1 })
  expect(await players.get({ playerId: goneId }, { consistent: true })).toBeUndefined()
})

it('an import does not create a player merged while it looks them up', async () => {
  const club = await aClub()
  const rows = [aRow(2, 'Mya Morreno')]
  await importRows(club, rows)
  const goneId = (await allPlayers(club)).find(({ firstName }) => firstName === 'Mya')?.playerId ?? ''
  const importing = await sendRows(club, rows)
  // Between the query for merged players and the query for existing ones.
  await interleave(
    'BatchGetCommand',
    () => merge(club, goneId),
    () => runImport(importing),
    2,
  )
  expect(await state(importing)).toMatchObject({ state: 'done', added: 0, same: 1 })
  expect(await players.get({ playerId: goneId }, { consistent: true })).toBeUndefined()
})
