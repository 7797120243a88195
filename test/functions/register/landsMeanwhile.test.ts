import { expect, it } from 'vitest'
import { families } from '#functions/table/players.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aParent, aRegistration, fillIn, finalize } from './registering.ts'

it('a parent sees a newly registered child while it is being added to the club, but not after leaving the family', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  expect((await finalize(as, [registrationPlayerId], 10_000)).status).toBe(200)
  const seen = async () => {
    const { body } = await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })
    return body.registered.map(({ firstName, state }) => `${firstName} ${state}`)
  }
  // The player exists, but their family is not set up yet.
  const playerId = playerOf(registrationPlayerId)
  await teamPlayers.addNew(stamp, [{ playerId, firstName: 'Nora', lastName: 'Moreno' }], club.falcons)
  expect(await seen()).toEqual(['Nora registered'])
  await families.join(stamp, { playerId, userId: as, relation: 'own' })
  await write(stamp, registrationEntries.change({ registrationId, playerId }, { set: { landing: 'done' } }))
  expect(await seen()).toEqual(['Nora registered'])
  await write(stamp, ...families.leave({ playerId, userId: as, relation: 'own' }))
  expect(await seen()).toEqual([])
})
