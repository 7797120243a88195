import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, anEvent, newPart, stamp } from '../club.ts'
import { aRegistration, option } from '../register/registering.ts'

it('the events of an option are kept in the order in which they take place, when it is made and when it is changed', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club, { registration: { registrationType: 'EVENT', state: 'draft' } })
  const made = ['2026-07-06', '2026-06-01', '2026-08-03'].map((day) =>
    anEvent(club.falcons, { start: `${day}T14:00:00.000Z` }),
  )
  await write(stamp, ...made.map((event) => events.create(event)))
  const [july = '', june = '', august = ''] = made.map(({ eventId }) => eventId)
  const [about, optionId] = [{ as: club.user('admin'), registrationId }, `option-${newPart('')}`]
  const sent = { name: 'Week 1', description: '', priceInCents: 10_000, places: null }
  const of = (options: readonly { id: string; eventIds: string[] }[]) =>
    options.find(({ id }) => id === optionId)?.eventIds
  const added = await call('POST /rest-api/registration/event-options/{registrationId}', {
    ...about,
    body: { ...sent, id: optionId, eventIds: [july, june] },
  })
  expect(of(added.body.options)).toEqual([june, july])
  const changed = await call('PUT /rest-api/registration/event-options/{registrationId}/{optionId}', {
    ...about,
    optionId,
    body: { ...sent, eventIds: [august, july, june], revision: 0 },
  })
  expect(of(changed.body.options)).toEqual([june, july, august])
})

it('the events of an option that was kept in the order in which they were chosen are shown in that of time', async () => {
  const club = await aClub()
  const made = ['2026-07-06', '2026-06-01', '2026-08-03'].map((day) =>
    anEvent(club.falcons, { start: `${day}T14:00:00.000Z` }),
  )
  await write(stamp, ...made.map((event) => events.create(event)))
  const ids = made.map(({ eventId }) => eventId)
  const options = [option('camp', 0, null, ids)]
  const registrationId = await aRegistration(club, { registration: { registrationType: 'EVENT' }, options })
  const about = { as: club.user('admin'), registrationId }
  const { body } = await call('GET /rest-api/registration/event-options/{registrationId}/summary', about)
  expect(body.events.map(({ start }) => start.slice(0, 10))).toEqual(['2026-06-01', '2026-07-06', '2026-08-03'])
})
