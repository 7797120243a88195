import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { person, playersAndTeams, teamId } from '../people.ts'

const READ = 'GET /rest-api/families/player/{playerId}'
const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
const REMOVE = 'POST /rest-api/families/player/{playerId}/remove'
const LEAVE = 'POST /rest-api/families/leave'
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
  return showScreen(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}${query}` })
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))

it('shows the player’s family and followers with the actions on each', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: 'Family of Danley Jean Jacques' })
  const parents = await region('Family')
  expect(parents.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('paula@home.example'),
    expect.not.stringContaining('@'),
  ])
  expect(parents.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave Paula Moreno'])
  expect((await region('Followers')).getByRole('button', { name: 'Remove access Gran' })).toBeDefined()
})

it('removes a follower’s access after confirmation', async () => {
  const { user } = open()
  await user.click((await region('Followers')).getByRole('button'))
  const dialog = await screen.findByRole('dialog', { name: 'Remove Gran’s access?' })
  await user.click(within(dialog).getByRole('button', { name: 'Remove access' }))
  await screen.findByText('Gran no longer has access.')
  expect(server.asked(REMOVE)).toMatchObject([{ params: { playerId: player.id }, body: { userId: 'user-3' } }])
})

it('explains what leaving means, also when no family would be left', async () => {
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
  expect(again.textContent).toContain('Nobody else here is')
  // The dialog is rendered outside the screen and would stay for the next test.
  await user.click(within(again).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('hides the user’s own email from others than the club', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('switch', { name: 'Only show my address to the club' }))
  await waitFor(() =>
    expect(server.asked('POST /rest-api/families/player/{playerId}/hide')[0]?.body).toEqual({
      userId: 'user-1',
      hidden: true,
    }),
  )
})

it('lets a family invite followers, and says who invites parents', async () => {
  const { user } = open()
  const form = await region('Invite someone')
  expect(form.queryByRole('radio')).toBeNull()
  expect(form.getByText(/Another parent has to be invited by the club/)).toBeDefined()
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

it('lets a coach invite a known contact as family, and withdraw an invitation', async () => {
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
  expect(await screen.findByText('No family yet')).toBeDefined()
  expect(screen.getByText('Also makes them family of Leo, in the same household.')).toBeDefined()
  expect(screen.getByText('ana@home.example · Family · invited on 11/20/2026')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Invite Lee Kim' }))
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await screen.findByText('An invitation is on its way to lee@home.example.')
  expect(server.asked(INVITE)[0]?.body).toMatchObject({ name: 'Lee Kim', relation: 'own', teamId })
  server.answers({ [READ]: family({ manages: true, people: [], contacts }) })
  screen.getByRole('button', { name: 'Withdraw Ana' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByText('Invitation withdrawn.')
  // The focused button is gone, so the focus moves to the family.
  await waitFor(() => expect(screen.getByRole('group', { name: /^Family of/ })).toHaveFocus())
})

it('lets a child only leave, and says who can invite and remove people', async () => {
  const own = { id: player.id, name: 'Danley', orgUnits: [] }
  server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams({ players: [own], child: true }), [LEAVE]: {} })
  const { user } = open()
  expect(await screen.findByText(/^Other people are invited by an adult in the family/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull()
  const remove = (await region('Followers')).getByRole('button')
  expect(remove).toHaveAccessibleDescription('A parent or guardian has to do this.')
  await user.click((await region('Family')).getByRole('button', { name: /^Leave/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(server.asked(LEAVE)[0]?.body).toEqual({ playerId: player.id }))
})

it('lets a club restrict a guardian’s rights', async () => {
  const RIGHTS = 'PUT /rest-api/families/player/{playerId}/rights'
  const people = [paula, { ...pat, lacks: ['sees'] satisfies Person['lacks'] }, fan]
  const { user } = open({ manages: true, people }, '?o=o00000000001.t00000000001')
  server.answers({ [RIGHTS]: {} })
  const rights = within(await screen.findByRole('group', { name: 'What Pat Kim can do' }))
  const states = rights.getAllByRole('switch').map((each) => (each as HTMLInputElement).checked)
  expect(states).toEqual([true, true, false])
  // The user themselves and followers have no such rights.
  expect(screen.getAllByRole('group', { name: /can do$/ })).toHaveLength(1)
  await user.click(rights.getByRole('switch', { name: 'Sees and pays fees' }))
  await screen.findByText('Rights saved.')
  expect(server.asked(RIGHTS).map(({ body }) => body)).toEqual([
    { userId: 'user-2', lacks: ['sees', 'pays'], before: ['sees'], teamId: 'o00000000001.t00000000001' },
  ])
})

it('shows a guardian which rights the club has withheld', async () => {
  open({ people: [{ ...paula, lacks: ['answers'] }, pat] })
  expect(await screen.findByText('Not allowed by the club: Answers for the player.')).toBeDefined()
})
