import { expect, it } from 'vitest'
import { teamPlayers } from '#functions/table/rosters.ts'
import { aClub, stamp } from '../club.ts'
import { aRow, checkRows, importRows } from './importing.ts'

it('knows players by their first names alone, of which one may begin another', async () => {
  const club = await aClub()
  const named = (row: number, firstName: string) => aRow(row, '', { firstName, lastName: '' })
  const id = (letter: string) => ({ playerId: `${club.organizationId}.p${letter.repeat(11)}`, lastName: '' })
  const anaMaria = { ...id('a'), firstName: 'Ana María' }
  await teamPlayers.addNew(stamp, [{ ...id('b'), firstName: 'Ana' }, anaMaria])
  const said = await checkRows(club, [named(2, 'Ana'), named(3, 'Ana Maria')])
  expect(said.map(({ does, player }) => [does, player?.name])).toEqual([
    ['same', 'Ana'],
    ['same', 'Ana María'],
  ])
})

it('imports a name of the greatest length, also of letters that are sorted by their parts', async () => {
  const club = await aClub()
  const names = { firstName: '뷁'.repeat(64), lastName: '뷁'.repeat(64) }
  const long = [aRow(2, '', names), aRow(3, 'Nia Diaz')]
  expect(await importRows(club, long)).toMatchObject({ state: 'done', added: 2 })
  expect((await checkRows(club, long)).map(({ does }) => does)).toEqual(['same', 'same'])
})
