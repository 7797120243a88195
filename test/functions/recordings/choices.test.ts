import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'

it('the events offered for a recording exclude canceled ones', async () => {
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
