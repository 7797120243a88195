import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'

it('what a film can be of is what has begun or soon does, as long as it is not cancelled', async () => {
  const { game, falcons, user } = await aClub()
  const offered = async () => {
    const asked = { as: user('coach'), teamId: falcons.teamId }
    const { body } = await call('GET /rest-api/recordings/team/{teamId}', asked)
    return body.events.map(({ id }) => id)
  }
  expect(await offered()).toEqual([game.eventId])
  await update(stamp, events.change(game, { set: { cancelled: true } }))
  expect(await offered()).toEqual([])
})
