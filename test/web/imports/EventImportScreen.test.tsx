import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import type { AnswerOf, InputOf } from '#web/api.ts'
import EventImportScreen from '#web/imports/EventImportScreen.tsx'
import { advanceTime, clockFrom, showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'

const server = standInServer()
beforeEach(() => clockFrom(Date.now()))
/** The delay after the last change of the list until it is compared, in milliseconds. */
const pause = 300
const LIST = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const MAKE = 'POST /rest-api/calendar/events/{orgUnitId}'
const CHANGE = 'PUT /rest-api/calendar/event/{eventId}'
const DELETE = 'GET /api/v1/deleteEvent/{eventId}'
type Standing = AnswerOf<typeof LIST>['events'][number]

const pasted =
  'Date\tTime\tOpponent\tVenue\n12/05/2026\t6:30 PM\tOtters\tNorth Park\n12/12/2026\t6:30 PM\tBears\t\n12/19/2026\tsoon\tLions\t'

/** A mock calendar that saves what is done to it. */
function open({ refuses = 0, refusesChanges = false, silent = undefined as 'done' | 'lost' | undefined } = {}) {
  const standing = new Map<string, Standing>()
  const deleted = new Map<string, Standing>()
  let refusals = refuses
  let silence = silent
  const eventOf = (id: string, body: InputOf<typeof MAKE>['body'] | InputOf<typeof CHANGE>['body']): Standing => ({
    id,
    name: body.name,
    description: body.description,
    start: body.start,
    end: body.end,
    timezone: body.timezone,
    field: body.field,
    eventType: { name: 'Game', color: '#1864ab' },
    orgUnit: { id: teamId, name: 'Curaçao', sport: { fieldLabel: 'Pitch' } },
    location: body.location && { ...body.location, mapUrl: body.location.mapUrl ?? '', global: false },
  })
  server.answers({
    'GET /api/v1/playersAndTeams': {
      players: [],
      following: [],
      organizations: [
        {
          id: organizationId,
          name: 'World Cup 2026',
          orgAdmin: false,
          permissions: [],
          teams: [{ id: teamId, name: 'Curaçao', permissions: ['canEditEvents'] }],
          academyEnabled: false,
          customRegistrationEnabled: false,
        },
      ],
    },
    'GET /rest-api/calendar/event-types/{orgId}': {
      types: [{ id: 'game', name: 'Game', color: '#1864ab' }],
      revision: 0,
      timezone: 'America/Chicago',
    },
    'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Pitch', country: 'US' },
    'GET /rest-api/calendar/deleted/{orgUnitId}': () => ({
      events: [...deleted.values()].map((event) => ({ ...event, deletedAt: event.start, seriesId: null })),
    }),
    [LIST]: () => ({ events: [...standing.values()], cursor: null }),
    'GET /rest-api/calendar/event/{eventId}': ({ params }) => {
      const event = standing.get(params['eventId'] ?? '')
      if (!event) throw new Problem('not_found')
      return {
        event,
        playerInvites: [],
        turnout: { going: 0, notGoing: 0, waiting: 0 },
        sees: 'answers',
        series: null,
        editing: { revision: 3, eventTypeId: 'game', seriesId: null },
      }
    },
    [MAKE]: ({ body }) => {
      if (refusals-- > 0) throw new Problem('busy')
      const made = body as InputOf<typeof MAKE>['body']
      const isSilent = silence !== undefined && made.name.endsWith('Bears')
      if (isSilent && silence === 'lost') return new Promise(() => undefined)
      standing.set(made.eventId, eventOf(made.eventId, made))
      if (isSilent) return new Promise(() => undefined)
      return { id: made.eventId, invited: 26 }
    },
    [CHANGE]: ({ params, body }) => {
      if (refusesChanges) throw new Problem('conflict')
      standing.set(params['eventId'] ?? '', eventOf(params['eventId'] ?? '', body as InputOf<typeof CHANGE>['body']))
      return { revision: 4 }
    },
    [DELETE]: ({ params }) => {
      const event = standing.get(params['eventId'] ?? '')
      if (event) deleted.set(event.id, event)
      standing.delete(params['eventId'] ?? '')
      return { success: true }
    },
    'POST /rest-api/calendar/event/{eventId}/restore': ({ params }) => {
      const event = deleted.get(params['eventId'] ?? '')
      if (!event) throw new Problem('not_found')
      standing.set(event.id, event)
      deleted.delete(event.id)
      return { revision: 4 }
    },
  })
  const shown = showScreen(<EventImportScreen />, {
    path: '/:orgId/:teamId/calendar/import',
    at: `/${organizationId}/${teamId}/calendar/import`,
  })
  return { ...shown, standing, deleted, speak: () => void (silence = undefined) }
}
type Opened = ReturnType<typeof open>

async function paste({ user }: Opened, text: string) {
  await user.click(await screen.findByRole('textbox', { name: 'Or paste the list here' }))
  await user.paste(text)
  await user.click(screen.getByRole('button', { name: 'Read the list' }))
  await screen.findByRole('heading', { name: 'Columns' })
  await advanceTime(pause)
}
const named = ({ standing }: Opened) => [...standing.values()].map(({ name, start }) => `${name} ${start}`).toSorted()

it('maps a pasted list, previews the changes and imports it', async () => {
  const opened = open()
  await paste(opened, pasted)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Opponent' }).value).toBe('opponent')
  expect(screen.getByText('One row has a problem. Fix it here, or skip it.')).toBeDefined()
  await screen.findByText('2 new · 0 changed · 0 unchanged')
  expect(opened.standing.size).toBe(0)
  const time = screen.getByRole('textbox', { name: 'Time, Row 4' })
  await opened.user.clear(time)
  await opened.user.type(time, '7 PM')
  await opened.user.tab()
  await advanceTime(pause)
  await screen.findByText('3 new · 0 changed · 0 unchanged')
  await opened.user.click(screen.getByRole('button', { name: 'Import 3 changes' }))
  await screen.findByText('3 changes made.')
  expect(named(opened)).toEqual([
    'Curaçao – Bears 2026-12-13T00:30:00Z',
    'Curaçao – Lions 2026-12-20T01:00:00Z',
    'Curaçao – Otters 2026-12-06T00:30:00Z',
  ])
  expect(server.asked(MAKE)[0]?.body).toMatchObject({
    eventId: expect.stringMatching(new RegExp(`^${teamId}\\.e[0-9a-z]{11}$`)),
    end: '2026-12-06T02:00:00Z',
    timezone: 'America/Chicago',
    eventTypeId: 'game',
    location: { name: 'North Park' },
    invite: 'everybody',
    mail: false,
  })
})

async function undoAll({ user }: Opened) {
  await user.click(screen.getByRole('button', { name: 'Undo the import' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo the import' }))
  await screen.findByText('The import has been undone.')
}

async function imported(server: Parameters<typeof open>[0] = {}) {
  const opened = open(server)
  await paste(opened, pasted)
  await opened.user.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
  await screen.findByText('2 changes made.')
  return opened
}

it('changes nothing when the list is imported again, and updates events that have moved', async () => {
  const opened = await imported()
  await opened.user.click(screen.getByRole('button', { name: 'Different list' }))
  await paste(opened, pasted)
  await screen.findByText('0 new · 0 changed · 2 unchanged')
  expect(screen.getByText('The calendar already contains all of this.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  await opened.user.click(screen.getByRole('button', { name: 'Different list' }))
  await paste(opened, pasted.replace('12/12/2026\t6:30 PM', '12/13/2026\t5 PM'))
  await screen.findByText('0 new · 1 changed · 1 unchanged')
  await opened.user.click(screen.getByRole('button', { name: 'Import one change' }))
  await screen.findByText('One change made.')
  expect(named(opened)).toEqual(['Curaçao – Bears 2026-12-13T23:00:00Z', 'Curaçao – Otters 2026-12-06T00:30:00Z'])
  expect(server.asked(CHANGE)[0]?.body).toMatchObject({ revision: 3, end: '2026-12-14T00:30:00.000Z', askAgain: false })
})

it('keeps the time between deadline and start when an event moves', async () => {
  const opened = await imported()
  for (const [id, event] of opened.standing) opened.standing.set(id, { ...event, answerBy: addHours(event.start, -24) })
  await opened.user.click(screen.getByRole('button', { name: 'Different list' }))
  await paste(
    opened,
    pasted.replace('12/12/2026\t6:30 PM', '12/19/2026\t5 PM').replace('Otters\tNorth Park', 'Otters\tSouth Park'),
  )
  await opened.user.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
  await screen.findByText('2 changes made.')
  const sent = server.asked(CHANGE).map(({ body }) => body as InputOf<typeof CHANGE>['body'])
  expect(sent.map(({ name, start, answerBy }) => `${name} ${start} by ${answerBy}`).toSorted()).toEqual([
    'Curaçao – Bears 2026-12-19T23:00:00Z by 2026-12-18T23:00:00Z',
    'Curaçao – Otters 2026-12-06T00:30:00Z by 2026-12-05T00:30:00Z',
  ])
})

it('deletes only selected events that the list no longer contains', async () => {
  const opened = await imported()
  await opened.user.click(screen.getByRole('button', { name: 'Different list' }))
  await paste(opened, `${pasted.split('\n').slice(0, 2).join('\n')}\n12/26/2026\t6 PM\tEagles\t`)
  const gone = await screen.findByRole('checkbox', { name: /Curaçao – Bears/ })
  expect(screen.getByRole('button', { name: 'Import one change' })).toBeDefined()
  await opened.user.click(gone)
  await opened.user.click(screen.getByRole('button', { name: 'Import 2 changes' }))
  await screen.findByText('2 changes made.')
  expect([...opened.deleted.values()].map(({ name }) => name)).toEqual(['Curaçao – Bears'])
})

it('can be undone as a whole, also after leaving the page', async () => {
  const opened = await imported()
  const { unmount } = opened
  unmount()
  showScreen(<EventImportScreen />, {
    path: '/:orgId/:teamId/calendar/import',
    at: `/${organizationId}/${teamId}/calendar/import`,
  })
  await screen.findByText('Your last import here made 2 changes.')
  await opened.user.click(screen.getByRole('button', { name: 'Undo the import' }))
  await opened.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo the import' }))
  await screen.findByText('The import has been undone.')
  expect([opened.standing.size, opened.deleted.size]).toEqual([0, 2])
  expect(screen.queryByRole('button', { name: 'Undo the import' })).toBeNull()
})

it.each(['done', 'lost'] as const)(
  'continues an import cut off during a request that was %s, and undoes both parts as one',
  async (silent) => {
    const opened = open({ silent })
    await paste(opened, pasted)
    await opened.user.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
    await vi.waitFor(() => expect(server.asked(MAKE)).toHaveLength(2))
    await screen.findByText('1 of 2', { exact: false })
    opened.unmount()
    opened.speak()
    showScreen(<EventImportScreen />, {
      path: '/:orgId/:teamId/calendar/import',
      at: `/${organizationId}/${teamId}/calendar/import`,
    })
    await screen.findByText(/^Your last import here stopped after 1 of 2 changes\./)
    await paste(opened, pasted)
    if (silent === 'lost') {
      await opened.user.click(await screen.findByRole('button', { name: 'Import one change' }))
      await screen.findByText('One change made.')
    } else {
      await screen.findByText('0 new · 0 changed · 2 unchanged')
      await opened.user.click(screen.getByRole('button', { name: 'Different list' }))
    }
    expect(opened.standing.size).toBe(2)
    await opened.user.click(screen.getByRole('button', { name: 'Undo the import' }))
    await opened.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo the import' }))
    await screen.findByText('The import has been undone.')
    expect([opened.standing.size, opened.deleted.size]).toEqual([0, 2])
  },
)

it('continues after a failure, and restores undone events instead of creating them again', async () => {
  const opened = open({ refuses: 1 })
  await paste(opened, pasted)
  await opened.user.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
  await screen.findByText(/^One change failed: Touchline is busy/)
  expect(opened.standing.size).toBe(1)
  await opened.user.click(screen.getByRole('button', { name: 'Try these again' }))
  await vi.waitFor(() => expect(opened.standing.size).toBe(2))
  await screen.findByText('One change made.')
  await opened.user.click(screen.getByRole('button', { name: 'Undo the import' }))
  await opened.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo the import' }))
  await screen.findByText('The import has been undone.')
  expect([opened.standing.size, opened.deleted.size]).toEqual([0, 2])
  await opened.user.click(screen.getByRole('button', { name: 'Different list' }))
  await paste(opened, pasted)
  await opened.user.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
  await screen.findByText('2 changes made.')
  expect([opened.standing.size, opened.deleted.size]).toEqual([2, 0])
})

it('deletes an event again that was restored but could not be changed', async () => {
  const opened = await imported({ refusesChanges: true })
  await undoAll(opened)
  await opened.user.click(screen.getByRole('button', { name: 'Different list' }))
  await paste(opened, pasted)
  await opened.user.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
  await screen.findByText(/^2 changes failed/)
  expect([opened.standing.size, opened.deleted.size]).toEqual([2, 0])
  await undoAll(opened)
  expect([opened.standing.size, opened.deleted.size]).toEqual([0, 2])
})
