import { expect, it } from 'vitest'
import { calendar } from '#shared/api/calendar.ts'
import { duplicates } from '#shared/api/duplicates.ts'
import { families } from '#shared/api/families.ts'
import { routes } from '#shared/api/index.ts'
import { pictures } from '#shared/api/pictures.ts'
import { planning } from '#shared/api/planning.ts'
import { teams } from '#shared/api/teams.ts'
import { exampleRequest, prepare } from './exampleRequest.ts'
import { send } from './call.ts'
import { aClub } from './club.ts'

/** Resending a change of rosters, families or the calendar, because its response was lost, succeeds again. */
const areas = { ...teams, ...families, ...duplicates, ...pictures, ...calendar, ...planning }
/** What was removed no longer exists. */
const gone = ['POST /orgUnit/removePlayerInvite/{inviteId}']
const changes = routes.filter(({ key }) => Object.hasOwn(areas, key) && !key.startsWith('GET ') && !gone.includes(key))

it.each(changes)('$key', async ({ key }) => {
  const club = await aClub()
  const as = club.user('admin')
  await prepare(key, as, club)
  const sent = await exampleRequest(key, club, { as })
  expect([(await send(key, sent)).status, (await send(key, sent)).status]).toEqual([200, 200])
})
