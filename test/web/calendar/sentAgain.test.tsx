import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import EventScreen from '#web/calendar/EventScreen.tsx'
import NewEventScreen from '#web/calendar/NewEventScreen.tsx'
import { address, NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, coachOf, event, organizationId, teamId } from '../people.ts'

/** What is sent once more, since the reply to the first was lost, is made once. */

const server = standInServer()
const ADD = 'POST /rest-api/calendar/events/{orgUnitId}'
const SEASON = 'POST /rest-api/calendar/series/{orgUnitId}'
const COPY = 'POST /api/v1/cloneEvent/{eventId}'
const beside = {
  'GET /api/v1/playersAndTeams': coachOf(),
  'GET /rest-api/calendar/event-types/{orgId}': {
    types: [{ id: 'practice', name: 'Practice', color: '#2b8a3e' }],
    revision: 0,
    timezone: 'America/Chicago',
  },
  'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Field', country: 'US' },
  'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
}
/** The first reply is lost. */
const once = <Answer,>(answer: Answer) => {
  let lost = 0
  return (): Answer => {
    if (lost++ === 0) throw new NoResponse()
    return answer
  }
}
async function fill() {
  const path = '/:orgId/:teamId?/calendar/new'
  const shown = showScreen(<NewEventScreen />, { path, at: `/${organizationId}/${teamId}/calendar/new` })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const add = async (name: string | RegExp) => {
    await shown.user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('button', { name })?.getAttribute('aria-busy') ?? null).toBeNull())
  }
  return { ...shown, name, add }
}
const keptParts = () => Object.keys(sessionStorage).filter((name) => name.includes('event.new'))

it('a new event, also after a reload', async () => {
  server.answers({ ...beside, [ADD]: once(event()) as never })
  const first = await fill()
  await first.user.type(first.name, 'Friendly')
  await first.add('Add event')
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(1))
  first.unmount()
  const again = await fill()
  expect(again.name).toHaveValue('Friendly')
  await again.add('Add event')
  await waitFor(() => expect(address()).toMatch(/calendar\?month=/))
  const ids = server.asked(ADD).map(({ body }) => (body as { eventId: string }).eventId)
  expect(ids).toEqual([ids[0], ids[0]])
  await waitFor(() => expect(keptParts()).toEqual([]))
  again.unmount()
  // The next one is another.
  const next = await fill()
  await next.user.type(next.name, 'Final')
  await next.add('Add event')
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(3))
  expect(server.asked(ADD)[2]?.body).not.toMatchObject({ eventId: ids[0] })
})

it('a whole season, also after a reload', async () => {
  server.answers({ ...beside, [SEASON]: once({ seriesId: 's', events: 4 }) })
  const first = await fill()
  await first.user.type(first.name, 'Practice')
  await first.user.selectOptions(screen.getByRole('combobox', { name: 'Repeats' }), 'Weekly')
  await first.user.type(screen.getByRole('textbox', { name: 'Until' }), '12/12/2026')
  await first.user.tab()
  await first.add('Add 4 dates')
  await waitFor(() => expect(server.asked(SEASON)).toHaveLength(1))
  first.unmount()
  const again = await fill()
  await again.add('Add 4 dates')
  await waitFor(() => expect(address()).toMatch(/calendar\?month=/))
  const parts = server.asked(SEASON).map(({ body }) => (body as { part: string }).part)
  expect(parts[0]).toMatch(/^s[0-9a-z]{11}$/)
  expect(parts).toEqual([parts[0], parts[0]])
})

it('a copy, also where its dialog was closed between', async () => {
  const { id: eventId } = event()
  const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
  server.answers({
    ...beside,
    'GET /rest-api/calendar/event/{eventId}': { ...answersTo([], { sees: 'answers' }), editing },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [COPY]: once({ success: true }) as never,
  })
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
  // It is sent as a form, which the server here does not read.
  const went = vi.spyOn(globalThis, 'fetch')
  const copy = async (times: number) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Training' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy event', hidden: true }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy event' }))
    await user.click(await dialog.findByRole('button', { name: 'Copy to this day' }))
    await waitFor(() => expect(server.asked(COPY)).toHaveLength(times))
    return dialog
  }
  const first = await copy(1)
  await first.findByRole('alert')
  await user.click(first.getByRole('button', { name: 'Close' }))
  await copy(2)
  await screen.findByText('1 event copied')
  // Whoever copies it once more means another one.
  await copy(3)
  const ids = went.mock.calls.flatMap(([, init]) => {
    const id = init?.body instanceof FormData && init.body.get('newEventId')
    return typeof id === 'string' ? [id] : []
  })
  expect(ids).toEqual([ids[0], ids[0], expect.any(String)])
  expect(ids[2]).not.toBe(ids[0])
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(address()).toBe(`/calendar/event/${ids[2]}`)
})
