import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { update } from '#functions/table/table.ts'
import { aClub, stamp } from '../club.ts'
import { aRow, check, everybody, imported, undo } from './importing.ts'

it('takes what the club asks of its players along and back again, each answer by its question', async () => {
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
  const said = await check(club, rows)
  expect(said.map(({ changes }) => changes)).toEqual([
    [
      { what: 'field', name: 'school', from: 'North', to: 'South' },
      { what: 'field', name: 'shirt', from: '', to: 'M' },
    ],
    [],
  ])
  const done = await imported(club, rows)
  const nia = (await everybody(club)).find(({ firstName }) => firstName === 'Nia')?.playerId ?? ''
  const told = async (id: string) => (await playerDetails.get({ playerId: id }, { consistent: true }))?.fields
  expect([await told(playerId), await told(nia)]).toEqual([{ school: 'South', shirt: 'M' }, { school: 'West' }])
  expect(await imported(club, rows)).toMatchObject({ added: 0, changed: 0, same: 2 })
  expect(await undo(done)).toMatchObject({ state: 'undone', kept: 0 })
  expect([await told(playerId), await told(nia)]).toEqual([{ school: 'North' }, undefined])
  expect((await everybody(club)).some(({ firstName }) => firstName === 'Nia')).toBe(false)
})
