import { describe, expect, it } from 'vitest'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { followedPlayers, meOf } from '#functions/table/me.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { putIn } from '../copy.ts'

const consistent = { consistent: true }
const problem = (code: string) => expect.objectContaining({ name: 'Problem', code })

describe('the family of a player who joins a team', () => {
  const join = (club: Club, userId: string) =>
    families.join(stamp, { playerId: club.mia.playerId, userId, relation: 'own' })
  const teamsOf = async (userId: string) => (await meOf({ userId })).access.players[0]?.teams.map(({ name }) => name)

  it.each(['QueryCommand', 'TransactWriteCommand'])(
    'gets the team when someone joins the family concurrently, before the %s',
    async (call) => {
      const club = await aClub()
      const userId = newPart('u')
      const add = () => teamPlayers.add(stamp, club.mia.playerId, club.otters)
      await interleave(call, () => join(club, userId), add)
      expect(await teamsOf(userId)).toEqual(['Falcons', 'Otters'])
      expect(await teamsOf(club.user('parent'))).toEqual(['Falcons', 'Otters'])
    },
  )

  it.each(['GetCommand', 'TransactWriteCommand'])(
    'gets the team when the player joins it concurrently, before the %s',
    async (call) => {
      const club = await aClub()
      const userId = newPart('u')
      const add = () => teamPlayers.add(stamp, club.mia.playerId, club.otters)
      await interleave(call, add, () => join(club, userId))
      expect(await teamsOf(userId)).toEqual(['Falcons', 'Otters'])
    },
  )

  it('cannot be joined twice, and leaving it removes the player', async () => {
    const club = await aClub()
    const userId = club.user('parent')
    await expect(join(club, userId)).rejects.toEqual(problem('already_there'))
    await write(stamp, ...families.leave({ playerId: club.mia.playerId, userId, relation: 'own' }))
    expect((await meOf({ userId })).access.players).toEqual([])
    await teamPlayers.add(stamp, club.mia.playerId, club.otters)
    expect((await meOf({ userId })).access.players).toEqual([])
  })

  it('loses a team at once that the player leaves', async () => {
    const club = await aClub()
    await teamPlayers.remove(stamp, club.mia.playerId, club.falcons)
    expect(await teamsOf(club.user('parent'))).toEqual([])
    expect(await teamPlayers.get({ ...club.falcons, ...club.mia }, consistent)).toBeUndefined()
  })

  it('with 92 followers: parents get the team in the same transaction, the rest by the worker', async () => {
    const club = await aClub()
    const { playerId } = club.mia
    const fans = Array.from({ length: 92 }, (_, i) => `${newPart('u')}-${i}`)
    const teams = [{ id: club.falcons.teamId, name: 'Falcons' }]
    await putIn(
      stamp,
      fans.flatMap((userId) => [
        families.create({ playerId, userId, relation: 'following' }),
        followedPlayers.create({ userId, playerId, firstName: 'Mia', lastName: 'Moreno', teams }),
      ]),
    )
    await teamPlayers.add(stamp, playerId, club.otters)
    expect(await teamsOf(club.user('parent'))).toEqual(['Falcons', 'Otters'])
    expect(await refreshCopies('Player', players.key(club.mia))).toBe(95 - 90)
    const seen = await followedPlayers.getMany(
      fans.map((userId) => ({ userId, playerId })),
      consistent,
    )
    expect(seen.map((row) => row?.teams.length)).toEqual(fans.map(() => 2))
  })
})
