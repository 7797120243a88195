import { expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { eventOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, newPart } from '../club.ts'
import { all, dates, edit, weeklyRule, start } from './aSeries.ts'

const now = '2026-11-21T19:00:00Z'

it('a series created or extended while the roster changes invites players added, and not those removed', async () => {
  const club = await aClub()
  const as = club.user('admin')
  const { teamId } = club.falcons
  async function changes(firstName: string, gone: string) {
    const playerId = `${club.organizationId}.${newPart('p')}`
    const [added, removed] = await Promise.all([
      call('POST /api/v1/addPlayersToTeam', {
        as,
        body: { orgUnitId: teamId, playersToAdd: [{ playerId, firstName }], addToUpcomingEvents: 'on' },
        now,
      }),
      call('POST /api/v1/removePlayer', { as, body: { teamId, playerId: gone, removeFromEvents: 'on' }, now }),
    ])
    expect([added.status, removed.status]).toEqual([200, 200])
    return playerId
  }
  const daysOf = async (playerId: string) => {
    const invited = new Set((await invites.ofTeam({ playerId, teamId })).map(({ inviteId }) => eventOf(inviteId)))
    return (await dates(club)).filter(({ id }) => invited.has(id)).map(({ day }) => day.slice(5))
  }
  let zoe = ''
  await interleave(
    'TransactWriteCommand',
    async () => (zoe = await changes('Zoe', club.leo.playerId)),
    () => start(club, {}, { invite: 'everybody' }),
  )
  expect(await daysOf(club.mia.playerId)).toEqual(all)
  expect(await daysOf(zoe)).toEqual(all)
  expect(await daysOf(club.leo.playerId)).toEqual([])
  // Another rule adds more dates.
  const [first] = await dates(club)
  const repeat = { ...weeklyRule, until: '2026-12-24' }
  let ada = ''
  await interleave(
    'TransactWriteCommand',
    async () => (ada = await changes('Ada', club.mia.playerId)),
    () => edit(club, first?.id ?? '', { scope: 'all', repeat }),
  )
  const more = [...all, '12-22', '12-24']
  expect(await daysOf(zoe)).toEqual(more)
  expect(await daysOf(ada)).toEqual(more)
  expect(await daysOf(club.mia.playerId)).toEqual([])
})
