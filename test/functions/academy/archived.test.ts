import { expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { archiveTeam } from '../archiving.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'

it('an archived team is listed in the library neither for its coach nor for administrators', async () => {
  const club = await aClub()
  const { user, falcons, otters } = club
  const names = { firstName: 'Carmen', lastName: 'Okafor' }
  const coach = { userId: user('coach'), ...names, flags: ['canEditEvents' as const] }
  await write(stamp, ...teamAdministrators.appoint(otters, coach))
  const places = async (as: string) => {
    const { body } = await call('GET /rest-api/academy/organization', { as: user(as) })
    return body.organizations.flatMap(({ teams }) => teams.map(({ name }) => name))
  }
  for (const as of ['admin', 'coach']) expect(await places(as)).toEqual(['Falcons', 'Otters'])
  await archiveTeam({ team: falcons, events: [], at: '2026-11-21T12:00:00.000Z' })
  for (const as of ['admin', 'coach']) expect(await places(as)).toEqual(['Otters'])
})

it('the search for people to share with lists only a player’s active teams', async () => {
  const club = await aClub()
  const { organizationId: orgId, user, falcons, otters, mia } = club
  await teamPlayers.add(stamp, mia.playerId, otters)
  const link = { organizationId: orgId, type: 'LINK' as const, name: 'Laws', hyperLink: 'https://laws.example/' }
  const { id: storageItemId } = (
    await call('POST /rest-api/academy/storage/organization', { as: user('admin'), body: link })
  ).body
  const found = async () => {
    const asked = { as: user('admin'), orgId, query: { storageItemId, filter: 'Mia' } }
    const route = 'GET /rest-api/academy/storage/share/organization/{orgId}/search-people-and-teams'
    return (await call(route, asked)).body.players.map(({ teams }) => teams)
  }
  expect(await found()).toEqual([['Falcons', 'Otters']])
  await archiveTeam({ team: falcons, events: [], at: '2026-11-21T12:00:00.000Z' })
  expect(await found()).toEqual([['Otters']])
})
