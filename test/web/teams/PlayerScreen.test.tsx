import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import PlayerScreen from '#web/teams/PlayerScreen.tsx'
import { address, showScreen, standInServer } from '../fakeServer.tsx'
import { treasurer } from '../money/fees.ts'
import { coachOf, event, organizationId, person, playersAndTeams, teamId } from '../people.ts'

const server = standInServer()
const READ = 'GET /rest-api/teams/player/{playerId}'
const STANDING = 'GET /rest-api/teams/player/{playerId}/standing'
const CHANGE = 'PUT /rest-api/teams/player/{playerId}'
type Player = AnswerOf<typeof READ>

const asked = { choices: [], required: false, value: '' }
const danley = (given: Partial<Player> = {}): Player => ({
  ...person('danley'),
  pictures: given?.permissions === undefined ? { to: null, said: null, maySay: true } : null,
  bornOn: '2015-04-01',
  contacts: [],
  medical: null,
  fields: [
    { ...asked, id: 'school', name: 'School', type: 'TEXT', required: true, value: 'Lincoln' },
    { ...asked, id: 'shirt', name: 'Shirt', type: 'CHOICE', choices: ['S', 'M'] },
    { ...asked, id: 'rides', name: 'May ride along', type: 'YES_NO', value: 'yes' },
  ],
  teams: [{ id: teamId, name: 'Curaçao', archived: false, number: '7', position: '' }],
  tags: [],
  family: [],
  events: [],
  answered: null,
  permissions: [],
  ...given,
})
const open = (given?: Partial<Player>, known = playersAndTeams()) => {
  server.answers({
    'GET /api/v1/playersAndTeams': known,
    [READ]: danley(given),
    [STANDING]: { papers: null, fees: null },
    [CHANGE]: { id: person('danley').id },
  })
  const { id } = person('danley')
  return showScreen(<PlayerScreen />, {
    path: '/dashboard/player/:playerId',
    at: `/dashboard/player/${id}?o=${teamId}`,
  })
}

it('shows the club’s custom fields that have a value', async () => {
  open()
  const more = within(await screen.findByRole('region', { name: 'More about the player' }))
  expect(more.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'SchoolLincoln',
    'May ride alongYes',
  ])
  const family = screen.getByRole('link', { name: 'Family' })
  expect(family.getAttribute('href')).toBe(`/family/${person('danley').id}?o=${teamId}`)
})

it('shows contacts and health above what only a coach edits', async () => {
  open({ medical: 'Asthma', permissions: ['canEditPlayers'] }, coachOf())
  const titles = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)
  expect(titles.slice(0, 2)).toEqual(['Contacts', 'Health'])
  expect(titles.indexOf('Tags')).toBeGreaterThan(1)
})

it('leaves editing to a parent or guardian in the account of a child', async () => {
  const own = { id: person('danley').id, name: 'Danley', orgUnits: [] }
  open({ pictures: unsaid, medical: 'Asthma' }, playersAndTeams({ players: [own], child: true }))
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription(
      'A parent or guardian has to do this.',
    ),
  )
  expect(await screen.findByText('Asthma')).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
})

it('lets a parent with other rights edit the player, but not a user with only those rights', async () => {
  const may = (maySay: boolean) => ({ permissions: ['chatEnabled' as const], pictures: { ...unsaid, maySay } })
  const { user, unmount } = open(may(true))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await screen.findByLabelText('Date of birth')
  unmount()
  open(may(false))
  await screen.findByRole('link', { name: 'Chat' })
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

it('shows when events begin, with the zone of those elsewhere', async () => {
  const away = { start: '2026-11-28T18:30:00-08:00', timezone: 'America/Los_Angeles' }
  const answered = { going: 0, notGoing: 0, waiting: 1 }
  const final = event({ ...away, name: 'Cup final' })
  open({ answered, events: [{ event: final, status: 'Pending' }] })
  const link = await screen.findByRole('link', { name: 'Cup final' })
  expect(link.parentElement).toHaveTextContent('Sat 28 Nov 6:30 PM PST · Cup final')
  expect(link).toHaveAttribute('href', `/calendar/event/${final.id}`)
})

it('marks canceled events in place of the answer', async () => {
  const answered = { going: 0, notGoing: 0, waiting: 1 }
  open({ answered, events: [{ event: event({ name: 'Cup final', cancelled: true }), status: 'Pending' }] })
  const line = (await screen.findByText(/Cup final$/)).closest('li')
  expect(line).toHaveTextContent(/Cancelled$/)
})

it('links users with chat rights to a conversation with the family, by a full page load', async () => {
  const { unmount } = open({ permissions: ['canEditPlayers'] })
  await screen.findByRole('link', { name: 'Family' })
  expect(screen.queryByRole('link', { name: 'Chat' })).toBeNull()
  unmount()
  const { user } = open({ permissions: ['chatEnabled'] })
  const link = await screen.findByRole('link', { name: 'Chat' })
  const { id } = person('danley')
  expect(link.getAttribute('href')).toBe(`/chat?orgId=${organizationId}&playerId=${encodeURIComponent(id)}`)
  const taken: boolean[] = []
  const look = (event: Event) => {
    taken.push(event.defaultPrevented)
    // jsdom cannot load a page.
    event.preventDefault()
  }
  window.addEventListener('click', look)
  await user.click(link)
  window.removeEventListener('click', look)
  // The router did not handle the click.
  expect(taken).toEqual([false])
})

it('saves custom fields by their kind with the rest of the form', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.clear(screen.getByRole('textbox', { name: /School/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(server.asked(CHANGE)).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /School/ }), 'North')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Shirt' }), 'M')
  await user.selectOptions(screen.getByRole('combobox', { name: 'May ride along' }), 'Not set')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit' })
  expect(server.asked(CHANGE).map(({ body }) => (body as { fields: unknown }).fields)).toEqual([
    { school: 'North', shirt: 'M', rides: '' },
  ])
})

const health = () => screen.getByRole('textbox', { name: /^Health/ })

it('saves only changed fields, so that concurrent changes of others are kept', async () => {
  const { user } = open({ permissions: ['canEditPlayers'], medical: 'Asthma', revision: 3 })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.clear(screen.getByLabelText('Number'))
  await user.type(screen.getByLabelText('Number'), '12')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Shirt' }), 'M')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(health(), ', nuts')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit' })
  expect(server.asked(CHANGE).map(({ body }) => body)).toEqual([
    { number: '12', fields: { shirt: 'M' } },
    { medical: 'Asthma, nuts', revision: 3 },
  ])
})

it('rejects health notes based on a stale revision, then continues from the other version', async () => {
  const { user } = open({ permissions: ['canEditPlayers'], medical: '', revision: 0 })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(health(), 'Asthma')
  await user.type(screen.getByLabelText('Position'), 'Keeper')
  server.answers({
    [READ]: danley({ permissions: ['canEditPlayers'], medical: 'Nuts, EpiPen', revision: 1 }),
    [CHANGE]: ({ body }) => {
      if ((body as { revision: number }).revision !== 1) throw new Problem('conflict')
      return { id: person('danley').id, revision: 2 }
    },
  })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^Someone else has changed this in the/)
  expect(health()).toHaveValue('Asthma')
  await user.click(await screen.findByRole('button', { name: 'Continue with the other version' }))
  expect(health()).toHaveValue('Nuts, EpiPen')
  await user.type(health(), ', asthma')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit' })
  expect(server.asked(CHANGE).at(-1)?.body).toEqual({
    position: 'Keeper',
    medical: 'Nuts, EpiPen, asthma',
    revision: 1,
  })
})

it('hides custom fields from users who may not see them', async () => {
  open({ fields: null })
  await screen.findByRole('heading', { level: 1, name: 'Danley Jean Jacques' })
  expect(screen.queryByRole('region', { name: 'More about the player' })).toBeNull()
})

const SAY = 'PUT /rest-api/pictures/player/{playerId}/audience'
const unsaid = { to: null, said: null, maySay: true }

it('lets the family choose who can see pictures', async () => {
  const { user } = open({ pictures: unsaid, pictureUrl: '/files/one' })
  server.answers({ [SAY]: { to: 'team' } })
  const group = within(await screen.findByRole('group', { name: 'Who can see pictures of this player?' }))
  expect(group.getAllByRole('radio').map((each) => (each as HTMLInputElement).checked)).toEqual([false, false, false])
  await user.click(group.getByRole('radio', { name: /The team/ }))
  expect(server.asked(SAY).map(({ body }) => body)).toEqual([{ to: 'team' }])
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/files/one')
})

it('shows a coach the family’s choice read-only', async () => {
  const said = { name: 'Pat Moreno', at: '2026-11-01T12:00:00Z' }
  open({ pictures: { to: 'nobody', said, maySay: false }, permissions: ['canEditPlayers'] })
  await screen.findByText('Chosen by Pat Moreno on 11/01/2026. Only an adult in the family can choose this.')
  expect(screen.getByText('Nobody')).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
})

it('uploads a resized picture, removes it, and restores it on Undo', async () => {
  const PUT = 'PUT /rest-api/pictures/player/{playerId}'
  const REMOVE = 'DELETE /rest-api/pictures/player/{playerId}'
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300, close() {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect() {}, drawImage() {} } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,QUJD')
  const { user } = open({ pictures: unsaid, pictureUrl: 'data:image/jpeg;base64,Tm93' })
  server.answers({ [PUT]: { pictureUrl: '/files/two' }, [REMOVE]: { pictureUrl: null } })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.upload(
    screen.getByLabelText('Picture', { selector: 'input' }),
    new File(['x'], 'me.png', { type: 'image/png' }),
  )
  await screen.findByText('Picture saved.')
  expect(server.asked(PUT).map(({ body }) => body)).toEqual([{ jpeg: 'QUJD' }])
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(server.asked(REMOVE)).toHaveLength(1)
  await vi.waitFor(() =>
    expect(server.asked(PUT).map(({ body }) => body)).toEqual([{ jpeg: 'QUJD' }, { jpeg: 'Tm93' }]),
  )
})

it('offers Undo of a removed picture only if it could be read', async () => {
  const { user } = open({ pictures: unsaid, pictureUrl: '/files/that-is-not-there' })
  server.answers({ 'DELETE /rest-api/pictures/player/{playerId}': { pictureUrl: null } })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Remove picture' }))
  await screen.findByText('Picture removed.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('shows agreements and fees with their state', async () => {
  open(undefined, treasurer())
  const signed = { by: 'Pat Moreno', at: '2026-11-01T12:00:00Z' }
  const feeId = `${teamId}.d0000000000a.p0000000000a`
  const fee = { id: feeId, name: 'Dues', amountInCents: 10_000, outstandingInCents: 4000, dueOn: '2026-12-01' }
  server.answers({
    [STANDING]: {
      papers: [
        { id: 'a', title: 'Waiver', signed },
        { id: 'b', title: 'Photos', signed: null },
      ],
      fees: [{ ...fee, status: 'PARTIAL' }],
    },
  })
  const papers = within(await screen.findByRole('region', { name: 'Agreements' }))
  expect(papers.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'WaiverAgreed by Pat Moreno on 11/01/2026',
    'PhotosNot agreed yet',
  ])
  // Agreements that are not accepted link to where they can be.
  expect(papers.getByRole('link', { name: 'Photos' })).toHaveAttribute('href', `/agreements/${organizationId}`)
  const fees = within(screen.getByRole('region', { name: 'Fees' }))
  expect(fees.getByRole('listitem').textContent).toBe('Dues Partly paid$40.00 of $100.00 due on 12/01/2026')
  const toFees = `/${organizationId}/${teamId}/payments?player=${encodeURIComponent(person('danley').id)}`
  expect(fees.getByRole('link', { name: 'Dues' })).toHaveAttribute('href', toFees)
})

it('shows an error when agreements and fees fail to load', async () => {
  open()
  server.answers({
    [STANDING]: () => {
      throw new Problem('busy')
    },
  })
  expect(await screen.findByText('We could not load agreements and fees.')).toBeVisible()
})

it('adds a player without a team to one, and shows the player there', async () => {
  const known = coachOf(teamId, [])
  server.answers({
    'POST /api/v1/addPlayersToTeam': { success: true, message: 'Added', added: 1, invited: 0 },
  })
  const { user } = open({ teams: [], permissions: ['canEditPlayers'] })
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...known,
      organizations: known.organizations.map((club) => ({ ...club, orgAdmin: true, permissions: ['canEditPlayers'] })),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add to a team' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Team' }), 'U12 Falcons')
  expect(dialog.queryByRole('checkbox', { name: /^Remove from/ })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Add to the team' }))
  await screen.findByText('Danley Jean Jacques is now on U12 Falcons.')
  expect(server.asked('POST /api/v1/addPlayersToTeam')[0]?.body).toMatchObject({
    orgUnitId: teamId,
    playersToAdd: [{ playerId: person('danley').id }],
  })
  expect(address()).toBe(`/dashboard/player/${person('danley').id}?o=${teamId}`)
})

it('shows contacts imported by the club', async () => {
  open({ grownUps: [{ name: 'Petra', email: 'petra@family.example', phone: '0170 1' }] })
  const contacts = within(await screen.findByRole('region', { name: 'Contacts' }))
  expect(contacts.getByRole('listitem').textContent).toBe('Petra0170 1 petra@family.example')
  expect(contacts.getByRole('link', { name: '0170 1' }).getAttribute('href')).toBe('tel:01701')
  expect(screen.queryByText('No contacts yet.')).toBeNull()
})
