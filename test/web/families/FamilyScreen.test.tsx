import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import InvitationScreen from '#web/families/InvitationScreen.tsx'
import { address, show, standInServer } from '../answering.tsx'
import { person, playersAndTeams, teamId } from '../people.ts'

const READ = 'GET /rest-api/families/player/{playerId}'
const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
const REMOVE = 'POST /rest-api/families/player/{playerId}/remove'
const LEAVE = 'POST /rest-api/families/leave'
const OPEN = 'POST /rest-api/families/invitation/read'
const ACCEPT = 'POST /rest-api/families/invitation/accept'
const server = standInServer()
type Family = AnswerOf<typeof READ>
type Person = Family['people'][number]

const paula: Person = {
  userId: 'user-1',
  name: 'Paula Moreno',
  avatarUrl: null,
  relation: 'own',
  email: 'paula@home.example',
  isYou: true,
  hidden: false,
  ...{ isPlayers: false, mayRemove: true, lacks: [] },
}
const pat: Person = {
  userId: 'user-2',
  name: 'Pat Kim',
  avatarUrl: null,
  relation: 'own',
  email: null,
  isYou: false,
  hidden: true,
  ...{ isPlayers: false, mayRemove: false, lacks: [] },
}
const fan: Person = {
  userId: 'user-3',
  name: 'Gran',
  avatarUrl: null,
  relation: 'following',
  email: null,
  isYou: false,
  hidden: false,
  ...{ isPlayers: false, mayRemove: true, lacks: [] },
}
const player = person('danley')
const family = (given: Partial<Family> = {}): Family => ({
  player,
  manages: false,
  people: [paula, pat, fan],
  invitations: [],
  contacts: [],
  ...given,
})
function open(given?: Partial<Family>, query = '') {
  server.answers({
    ...{ [READ]: family(given), [INVITE]: {}, [REMOVE]: {} },
    'POST /rest-api/families/player/{playerId}/hide': {},
    'POST /rest-api/families/player/{playerId}/withdraw': {},
  })
  return show(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}${query}` })
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))

it('shows whose player it is, each with what can be done', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: 'Family of Danley Jean Jacques' })
  const parents = await region('Family')
  expect(parents.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('paula@home.example'),
    expect.not.stringContaining('@'),
  ])
  expect(parents.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave Paula Moreno'])
  expect((await region('Followers')).getByRole('button', { name: 'Take access away Gran' })).toBeDefined()
})

it('takes a follower’s access away after asking', async () => {
  const { user } = open()
  await user.click((await region('Followers')).getByRole('button'))
  const dialog = await screen.findByRole('dialog', { name: 'Take Gran’s access away?' })
  await user.click(within(dialog).getByRole('button', { name: 'Take access away' }))
  await screen.findByText('Gran has no access any more.')
  expect(server.asked(REMOVE)).toMatchObject([{ params: { playerId: player.id }, body: { userId: 'user-3' } }])
})

it('says to whom leaves what that means, and when nobody of the family is left', async () => {
  const first = open()
  await first.user.click((await region('Family')).getByRole('button', { name: /^Leave/ }))
  const dialog = await screen.findByRole('dialog', { name: /^Leave/ })
  expect(within(dialog).getByText('You can be invited again at any time.')).toBeVisible()
  expect(dialog.textContent).not.toContain('Nobody else')
  await first.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  first.unmount()
  const { user } = open({ people: [paula, fan] })
  await user.click((await region('Family')).getByRole('button', { name: /^Leave/ }))
  const again = await screen.findByRole('dialog', { name: /^Leave/ })
  expect(again.textContent).toContain('Nobody else is')
  // It stands beside the screen, and would stand in the next test too.
  await user.click(within(again).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('has one’s own address kept to the club', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('switch', { name: 'Keep my address to the club' }))
  await waitFor(() =>
    expect(server.asked('POST /rest-api/families/player/{playerId}/hide')[0]?.body).toEqual({
      userId: 'user-1',
      hidden: true,
    }),
  )
})

it('lets a family invite followers, and says who invites parents', async () => {
  const { user } = open()
  const form = await region('Invite somebody')
  expect(form.queryByRole('radio')).toBeNull()
  expect(form.getByText(/Another parent is invited by the club/)).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Send invitation' }))
  expect(form.getAllByText('Required.').length).toBe(2)
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Gran')
  await user.type(form.getByRole('textbox', { name: /E-mail/ }), 'gran@home.example')
  await user.click(form.getByRole('button', { name: 'Send invitation' }))
  await screen.findByText('An invitation is on its way to gran@home.example.')
  expect(server.asked(INVITE)[0]?.body).toEqual({
    invitationId: expect.stringMatching(/^[a-z0-9]{32}$/),
    name: 'Gran',
    email: 'gran@home.example',
    relation: 'following',
  })
})

it('lets a coach invite whom the club knows, as family, and take an invitation back', async () => {
  const contacts = [{ id: 'g1', name: 'Lee Kim', email: 'lee@home.example', phone: null, accessTakenAt: null }]
  const invitations = [
    {
      id: 'i1',
      name: 'Ana',
      email: 'ana@home.example',
      relation: 'own' as const,
      invitedAt: '2026-11-20T18:00:00Z',
      also: ['Leo'],
    },
  ]
  const { user } = open({ manages: true, people: [], contacts, invitations }, `?o=${teamId}`)
  expect(await screen.findByText('Nobody has this player yet')).toBeDefined()
  expect(screen.getByText('Also makes them family of Leo, of the same household.')).toBeDefined()
  expect(screen.getByText('ana@home.example · Family · invited on 11/20/2026')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Invite Lee Kim' }))
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await screen.findByText('An invitation is on its way to lee@home.example.')
  expect(server.asked(INVITE)[0]?.body).toMatchObject({ name: 'Lee Kim', relation: 'own', teamId })
  server.answers({ [READ]: family({ manages: true, people: [], contacts }) })
  screen.getByRole('button', { name: 'Take back Ana' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByText('The invitation has been taken back.')
  // What had the keyboard is gone: it stays with the family.
  await waitFor(() => expect(screen.getByRole('group', { name: /^Family of/ })).toHaveFocus())
})

const invitation: AnswerOf<typeof OPEN> = {
  themselves: false,
  player: { firstName: 'Mia' },
  also: ['Leo'],
  club: 'Springfield FC',
  relation: 'own',
  state: 'open',
}
function openLink() {
  history.replaceState(null, '', '/invitation#the.token')
  return show(<InvitationScreen />, { path: '/invitation', at: '/invitation#the.token' })
}

it('accepts an invitation by one button, and leads to the player', async () => {
  server.answers({ [OPEN]: invitation, [ACCEPT]: { ...invitation, state: 'accepted' } })
  const { user } = openLink()
  await screen.findByRole('heading', { name: 'You are invited to Mia’s family' })
  expect(screen.getByText('This makes you family of Leo, too.')).toBeVisible()
  expect(location.hash).toBe('')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(address()).toBe('/players'))
  expect(server.asked(ACCEPT)[0]?.body).toEqual({ token: 'the.token' })
})

it('speaks to a player who is invited themselves of no family', async () => {
  server.answers({ [OPEN]: { ...invitation, also: [], themselves: true } })
  openLink()
  await screen.findByRole('heading', { name: 'This invitation is for you, Mia' })
  expect(document.body).toHaveTextContent('say whether you come')
  expect(document.body).not.toHaveTextContent(/family/i)
})

it('says with which account an invitation is accepted, and lets one take another', async () => {
  const frida = { id: 'user-1', username: 'frida@home.example', firstName: 'Frida', lastName: 'Kim' }
  const profile = { ...frida, fullName: 'Frida Kim', roles: [], avatarUrl: null }
  server.answers({ [OPEN]: invitation, 'GET /rest-api/users/profile': profile })
  const { user } = openLink()
  expect(await screen.findByText('You accept as Frida Kim, frida@home.example.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Use another account' }))
  await waitFor(() => expect(address()).toBe('/logout?redirectUri=%2Finvitation'))
  expect(sessionStorage.getItem('touchline.invitation')).toBe('the.token')
  sessionStorage.clear()
})

it('leads strangers to sign in, and keeps the invitation until they come back', async () => {
  localStorage.clear()
  server.answers({ [OPEN]: invitation })
  const { user } = openLink()
  await user.click(await screen.findByRole('button', { name: 'Sign in or sign up to accept' }))
  await waitFor(() => expect(address()).toBe('/login?redirectUri=%2Finvitation'))
  expect(sessionStorage.getItem('touchline.invitation')).toBe('the.token')
  sessionStorage.clear()
})

it('shows the invitation whose link is opened in the same tab after another', async () => {
  server.answers({ [OPEN]: { ...invitation, state: 'accepted' } })
  openLink()
  await screen.findByText('This invitation has been taken up already.')
  server.answers({ [OPEN]: { ...invitation, player: { firstName: 'Noa' } } })
  location.hash = '#another.token'
  await screen.findByRole('heading', { name: 'You are invited to Noa’s family' })
  expect(server.asked(OPEN).at(-1)?.body).toEqual({ token: 'another.token' })
  expect(location.hash).toBe('')
  sessionStorage.clear()
})

it('finds the invitation again when the page is loaded anew before it is accepted', async () => {
  localStorage.clear()
  server.answers({ [OPEN]: invitation })
  const { unmount } = openLink()
  await screen.findByRole('heading', { name: 'You are invited to Mia’s family' })
  unmount()
  expect(location.hash).toBe('')
  show(<InvitationScreen />, { path: '/invitation' })
  expect(await screen.findByRole('heading', { name: 'You are invited to Mia’s family' })).toBeVisible()
  expect(server.asked(OPEN).at(-1)?.body).toEqual({ token: 'the.token' })
  sessionStorage.clear()
})

it.each([
  ['link_altered', 'This link is not whole. Open it from the mail again.'],
  ['link_expired', 'This invitation has expired. Ask whoever sent it for another one.'],
] as const)('says of an invitation, and not of an answer, what %s means', async (code, said) => {
  server.answers({
    [OPEN]: () => {
      throw new Problem(code)
    },
  })
  openLink()
  expect(await screen.findByText(said)).toBeVisible()
  // It would say the same again.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  sessionStorage.clear()
})

it('says that another account has taken up an invitation', async () => {
  server.answers({
    [OPEN]: invitation,
    [ACCEPT]: () => {
      throw new Problem('link_used')
    },
  })
  const { user } = openLink()
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  expect(await screen.findByText(/^Somebody has taken up this invitation with another account/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  sessionStorage.clear()
})

it('says why an invitation does nothing any more', async () => {
  server.answers({
    [OPEN]: () => {
      throw new Problem('invitation_gone')
    },
  })
  openLink()
  expect(
    await screen.findByText(
      'This invitation does not count any more: it was taken back, or who sent it may not invite by now. Ask for another one.',
    ),
  ).toBeDefined()
})

it('lets a child invite nobody and take nobody’s access away, says who does, and lets it leave', async () => {
  const own = { id: player.id, name: 'Danley', orgUnits: [] }
  server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams({ players: [own], child: true }), [LEAVE]: {} })
  const { user } = open()
  expect(await screen.findByText(/^Somebody else is invited by a grown-up of the family/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull()
  const remove = (await region('Followers')).getByRole('button')
  expect(remove).toHaveAccessibleDescription('A parent or guardian does that.')
  await user.click((await region('Family')).getByRole('button', { name: /^Leave/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(server.asked(LEAVE)[0]?.body).toEqual({ playerId: player.id }))
})

it('lets the club say what a guardian may do, and of whom', async () => {
  const RIGHTS = 'PUT /rest-api/families/player/{playerId}/rights'
  const people = [paula, { ...pat, lacks: ['sees'] satisfies Person['lacks'] }, fan]
  const { user } = open({ manages: true, people }, '?o=o00000000001.t00000000001')
  server.answers({ [RIGHTS]: {} })
  const rights = within(await screen.findByRole('group', { name: 'What Pat Kim may do' }))
  const states = rights.getAllByRole('switch').map((each) => (each as HTMLInputElement).checked)
  expect(states).toEqual([true, true, false])
  // Of oneself and of who follows there is nothing to say.
  expect(screen.getAllByRole('group', { name: /may do$/ })).toHaveLength(1)
  await user.click(rights.getByRole('switch', { name: 'Sees and pays fees' }))
  await screen.findByText('Rights saved.')
  expect(server.asked(RIGHTS).map(({ body }) => body)).toEqual([
    { userId: 'user-2', lacks: ['sees', 'pays'], before: ['sees'], teamId: 'o00000000001.t00000000001' },
  ])
})

it('tells a guardian what the club has not given', async () => {
  open({ people: [{ ...paula, lacks: ['answers'] }, pat] })
  expect(await screen.findByText('The club has not given: Answers for the player.')).toBeDefined()
})
