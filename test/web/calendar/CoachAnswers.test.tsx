import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import DeletedScreen from '#web/calendar/DeletedScreen.tsx'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { adminOf, answersTo, card, coachOf, event, invite, organizationId, person, teamId } from '../people.ts'

const server = standInServer()
const REMOVE = 'POST /orgUnit/removePlayerInvite/{inviteId}'
const ADD = 'POST /event/addPlayerInvite'

it('restores a withdrawn invitation with its answer, by the id of the withdrawal', async () => {
  const eventId = event().id
  const answered = invite('danley', 'Accepted', 'Comes late')
  const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': { ...answersTo([answered], { sees: 'answers' }), editing },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [REMOVE]: { success: true },
    [ADD]: { success: true, invite: answered },
  })
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
  const { id, firstName, lastName } = person('danley')
  await user.click(await screen.findByRole('button', { name: `Actions for ${firstName} ${lastName}` }))
  const toPlayer = await screen.findByRole('menuitem', { name: 'Open player', hidden: true })
  expect(toPlayer).toHaveAttribute('href', `/dashboard/player/${id}?o=${teamId}`)
  await user.click(screen.getByRole('menuitem', { name: 'Withdraw the invitation', hidden: true }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(1))
  const removal = server.asked(REMOVE)[0]?.query?.['removal']
  expect(removal).toMatch(/^r[0-9a-z]{11}$/)
  expect(server.asked(ADD)[0]?.query).toEqual({ eventId, playerId: id, inviteStatus: 'Pending', removal })
})

it('links to an email to players without an answer, only if there are any', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
  const open = async (may: Parameters<typeof coachOf>[1], ...invites: ReturnType<typeof invite>[]) => {
    server.answers({
      'GET /api/v1/playersAndTeams': coachOf(teamId, may),
      'GET /rest-api/calendar/event/{eventId}': { ...answersTo(invites, { sees: 'answers' }), editing },
      'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    })
    const shown = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${event().id}` })
    await screen.findByRole('list', { name: 'Who is invited' })
    return shown
  }
  const some = [invite('danley'), invite('roshon'), invite('julian', 'Accepted')]
  const { unmount } = await open(['canEditEvents', 'canSendMessages'], ...some)
  const link = await screen.findByRole('link', { name: 'Email the 2 who have not answered' })
  expect(link).toHaveAttribute('href', `/email-event/${event().id}?invited=notAnswered`)
  unmount()
  for (const [may, invites] of [
    [['canEditEvents', 'canSendMessages'], some.slice(2)],
    [['canEditEvents'], some],
  ] as const) {
    const { unmount: leave } = await open([...may], ...invites)
    expect(screen.queryByRole('link', { name: /have not answered$/ })).toBeNull()
    leave()
  }
})

it.each([
  ['its team', coachOf(), undefined],
  ['the whole club', adminOf(['canEditEvents', 'canEditPlayers']), `/dashboard/player/${person('danley').id}`],
])('links an editor of %s to a guest’s page only if allowed to read it', async (_, known, href) => {
  const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
  const guest = invite('danley', 'Accepted')
  server.answers({
    'GET /api/v1/playersAndTeams': known,
    'GET /rest-api/calendar/event/{eventId}': { ...answersTo([guest], { sees: 'answers' }), editing },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [guest.player.id] },
  })
  const { user } = showScreen(<EventScreen />, {
    path: '/calendar/event/:eventId',
    at: `/calendar/event/${event().id}`,
  })
  await screen.findByText('Guest')
  await user.click(screen.getByRole('button', { name: /^Actions for Danley/ }))
  await screen.findByRole('menuitem', { name: 'Withdraw the invitation', hidden: true })
  const toPlayer = screen.queryByRole('menuitem', { name: 'Open player', hidden: true })
  expect(toPlayer?.getAttribute('href') ?? undefined).toBe(href)
})

it('restores a family’s answer and note on Undo, unless another answer was given since', async () => {
  const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
  const answered = invite('danley', 'Accepted', 'Comes late')
  const given = { ...invite('danley', 'Declined'), answerId: 'a.coachs' }
  const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': { ...answersTo([answered], { sees: 'answers' }), editing },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [ANSWER]: ({ query }) => (query?.['note'] === undefined ? { ...given, droppedNote: 'Comes late' } : answered),
  })
  const { user } = showScreen(<EventScreen />, {
    path: '/calendar/event/:eventId',
    at: `/calendar/event/${event().id}`,
  })
  await user.click(await screen.findByRole('radio', { name: 'No' }))
  await screen.findByText(/has changed, and its note is gone: “Comes late”$/)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.asked(ANSWER)).toHaveLength(2))
  expect(server.asked(ANSWER).map(({ query }) => query)).toEqual([
    { format: 'json', status: 'Declined' },
    { format: 'json', status: 'Accepted', note: 'Comes late', upon: 'a.coachs' },
  ])
})

it('says why a player cannot be invited', async () => {
  const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': { ...answersTo([], { sees: 'answers' }), editing },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [person('danley')], guests: [] },
    [ADD]: () => Promise.reject(new Problem('event_deleted')),
  })
  const { user } = showScreen(<EventScreen />, {
    path: '/calendar/event/:eventId',
    at: `/calendar/event/${event().id}`,
  })
  await user.click(await screen.findByRole('button', { name: 'Invite Danley Jean Jacques' }))
  expect(await screen.findByText('This event was deleted. Restore it first.')).toBeVisible()
})

it('says why a deleted event cannot be restored', async () => {
  const { location: _location, ...deleted } = event()
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/deleted/{orgUnitId}': {
      events: [{ ...deleted, deletedAt: '2026-11-20T18:00:00Z', seriesId: null }],
    },
    'POST /rest-api/calendar/event/{eventId}/restore': () => Promise.reject(new Problem('team_archived')),
  })
  const { user } = showScreen(<DeletedScreen />, {
    path: '/:orgId/:teamId?/calendar/deleted',
    at: `/${organizationId}/${teamId}/calendar/deleted`,
  })
  await user.click(await screen.findByRole('button', { name: 'Restore Training' }))
  expect(await screen.findByText('This team is archived. Unarchive it first.')).toBeVisible()
})

it('asks for confirmation before deleting an event with invitations, as nobody is notified', async () => {
  signInAt('2026-11-20T12:00:00-06:00')
  const eventId = event().id
  const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
  const DELETE = 'GET /api/v1/deleteEvent/{eventId}'
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': {
      ...answersTo([invite('danley', 'Accepted')], { sees: 'answers' }),
      editing,
    },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [DELETE]: { success: true },
  })
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
  await user.click(await screen.findByRole('button', { name: 'Actions for Training' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete event', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Training?' }))
  expect(dialog.getByText(/Families are not notified\. Cancel it instead,/)).toBeVisible()
  expect(server.asked(DELETE)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Delete event' }))
  await waitFor(() => expect(server.asked(DELETE)).toHaveLength(1))
})

const read = (invites: ReturnType<typeof invite>[]) => ({
  ...answersTo(invites, { sees: 'answers' }),
  editing: { revision: 3, eventTypeId: 'practice', seriesId: null },
})
const openEvent = () =>
  showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${event().id}` })

it('invites a player once, however often the button is clicked', async () => {
  const answer = Promise.withResolvers<{ success: true; invite: ReturnType<typeof invite> }>()
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': read([]),
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [person('danley'), person('roshon')], guests: [] },
    [ADD]: () => answer.promise,
  })
  const { user } = openEvent()
  const add = await screen.findByRole('button', { name: 'Invite Danley Jean Jacques' })
  await user.dblClick(add)
  expect(add).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('button', { name: /^Invite Roshon/ })).not.toHaveAttribute('aria-busy')
  expect(server.asked(ADD)).toHaveLength(1)
  answer.resolve({ success: true, invite: invite('danley') })
  await waitFor(() => expect(add).not.toHaveAttribute('aria-busy'))
})

it('shows a coach who is a parent the same answer in both lists', async () => {
  const OWN = 'GET /api/v1/playerEvents'
  signInAt('2026-11-22T12:00:00-06:00')
  let answered = invite('danley')
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...coachOf(),
      players: [{ id: person('danley').id, name: 'Danley Jean Jacques', orgUnits: [] }],
    },
    'GET /rest-api/calendar/event/{eventId}': () => read([answered]),
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [OWN]: () => ({ events: [card(answered)] }),
    'GET /user/updateInviteStatus/{inviteFile}': () => {
      answered = invite('danley', 'Declined')
      return answered
    },
  })
  const { user } = openEvent()
  const own = within(await screen.findByRole('list', { name: 'Your players' }))
  await user.click(await screen.findByRole('radio', { name: 'No' }))
  expect(await own.findByText('Not Going')).toBeDefined()
})

const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
const another = (i: number) => ({ ...invite('danley').player, id: `${organizationId}.p${String(i).padStart(11, '0')}` })
const invitedTo = (count: number, value: 'Pending' | 'Accepted') =>
  Array.from({ length: count }, (_, i) => ({ ...invite('danley', value), id: `i${i}`, player: another(i) }))
const open = (invited: ReturnType<typeof invitedTo>, lacking = 0) => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': { ...answersTo(invited, { sees: 'answers' }), editing },
    'GET /api/v1/notInvitedPlayers/{eventId}': {
      players: Array.from({ length: lacking }, (_, i) => another(5000 + i)),
      guests: [],
    },
    'GET /rest-api/attendance/event/{eventId}': { marks: [] },
  })
  return showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${event().id}` })
}

it('renders the first 100 invitations of a whole club, with the total', async () => {
  open(invitedTo(140, 'Pending'), 130)
  // The answers, and below them the attendance.
  await waitFor(() => expect(screen.queryAllByText('100 of 140')).toHaveLength(2))
  expect(await screen.findByText('100 of 130')).toBeVisible()
  const lists = [...document.querySelectorAll('ul')].map((list) => list.children.length)
  expect(lists.filter((count) => count > 90)).toEqual([100, 100, 100])
})

it('marks attendance of a whole club in batches of 500', async () => {
  const MARK = 'PUT /rest-api/attendance/event/{eventId}'
  const { user } = open(invitedTo(1200, 'Accepted'))
  const sent = () => server.asked(MARK).map(({ body }) => (body as { marks: { playerId: string }[] }).marks)
  server.answers({
    [MARK]: ({ body }) => {
      const { marks } = body as { marks: { playerId: string; presence: 'came' }[] }
      if (marks.length > 500) throw new Problem('bad_request')
      return { marks, stood: [] }
    },
  })
  await user.click(await screen.findByText('All 1200 who said yes came', { selector: 'button' }))
  await waitFor(() => expect(sent().map((marks) => marks.length)).toEqual([500, 500, 200]))
  expect(new Set(sent().flatMap((marks) => marks.map(({ playerId }) => playerId))).size).toBe(1200)
})
