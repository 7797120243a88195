import { expect, it } from 'vitest'
import { teamPlayers } from '#functions/table/rosters.ts'
import { aClub, stamp } from '../club.ts'
import { aRow, checkRows } from './importing.ts'

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
