import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import InviteFamiliesScreen from '#web/families/InviteFamiliesScreen.tsx'
import { type FakeRequest, showScreen, standInServer } from '../fakeServer.tsx'
import { adminOf, organizationId } from '../people.ts'

const LIST = 'GET /rest-api/families/uninvited/{orgUnitId}'
const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
const server = standInServer()
type Player = AnswerOf<typeof LIST>['players'][number]

const child = (n: number, firstName: string, given: Partial<Player> = {}): Player => ({
  id: `${organizationId}.p0000000000${n}`,
  firstName,
  lastName: 'Moreno',
  family: 'nobody',
  grownUps: [],
  ...given,
})
const gran = { name: 'Gran', email: 'gran@family.example', household: 'h1' }
const pat = { name: '', email: 'pat@home.example', household: null }
const mia = child(1, 'Mia', { grownUps: [gran] })
const leo = child(2, 'Leo', { grownUps: [gran], family: 'invited' })
const ada = child(3, 'Ada', { grownUps: [pat], family: 'here' })
const sam = child(4, 'Sam')

type Given = { pages?: Player[][]; invited?: (asked: FakeRequest) => AnswerOf<typeof INVITE> }
function open({ pages = [[mia, leo, ada, sam]], invited = () => ({}) }: Given = {}) {
  const sent = new Set<string>()
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditPlayers']),
    [LIST]: ({ query }) => {
      const at = Number(query['cursor'] ?? 0)
      const players = (pages[at] ?? []).map((player) => ({
        ...player,
        grownUps: player.grownUps.filter(({ email }) => !sent.has(email)),
      }))
      return { name: 'Springfield FC', players, cursor: at + 1 < pages.length ? String(at + 1) : null }
    },
    [INVITE]: (asked) => {
      const answer = invited(asked)
      if (!answer.noMail) sent.add((asked.body as { email: string }).email)
      return answer
    },
  })
  return showScreen(<InviteFamiliesScreen />, {
    path: '/o/:unitId/inviteFamilies',
    at: `/o/${organizationId}/inviteFamilies`,
  })
}
const once = { invitationId: expect.any(String), relation: 'own', unlessReached: true }
const bodies = () => server.asked(INVITE).map(({ params, body }) => [params['playerId'], body])
const sendAll = async (user: ReturnType<typeof open>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
}

it('shows the state of the families, and players without an email', async () => {
  open()
  expect(await screen.findByText('1 with family here')).toBeVisible()
  expect(screen.getByText('1 invited')).toBeVisible()
  const without = within(screen.getByRole('region', { name: 'Without an address' }))
  expect(without.getAllByRole('listitem')).toHaveLength(1)
  expect(without.getByRole('link', { name: 'Family Sam Moreno' })).toHaveAttribute('href', `/family/${sam.id}`)
})

it('invites each email once per household, named after the email if the name is unknown', async () => {
  const { user } = open()
  await sendAll(user, 'Invite 2 people')
  expect(await screen.findByText('2 invitations sent.')).toBeVisible()
  expect(bodies()).toEqual([
    [mia.id, { ...once, email: 'gran@family.example', name: 'Gran' }],
    [ada.id, { ...once, email: 'pat@home.example', name: 'pat' }],
  ])
  expect(await screen.findByText('Nobody left to invite')).toBeVisible()
})

it('deselects families without a player on a team', async () => {
  const away = { onNoTeam: true } as const
  const { user } = open({ pages: [[{ ...mia, ...away }, leo, { ...ada, ...away }]] })
  expect(await screen.findByText('Mia Moreno (not on a team) and Leo Moreno')).toBeVisible()
  const pats = screen.getByRole('checkbox', { name: /pat, pat@home/i })
  expect(pats).not.toBeChecked()
  expect(screen.getByRole('button', { name: 'Invite 1 person' })).toBeVisible()
  await user.click(pats)
  await sendAll(user, 'Invite 2 people')
  expect(await screen.findByText('2 invitations sent.')).toBeVisible()
})

it('omits deselected people, and asks before sending', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: /Gran, gran@family\.example/ }))
  await user.click(screen.getByRole('button', { name: 'Invite 1 person' }))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies()).toEqual([])
  await sendAll(user, 'Invite 1 person')
  expect(await screen.findByText('1 invitation sent.')).toBeVisible()
  expect(bodies().map(([id]) => id)).toEqual([ada.id])
})

it('stops at the daily limit, and continues later with the same invitation id', async () => {
  let refused = true
  const { user } = open({
    invited: ({ body }) => {
      if (refused && (body as { email: string }).email === 'pat@home.example') throw new Problem('too_many_invitations')
      return {}
    },
  })
  await sendAll(user, 'Invite 2 people')
  const said = await screen.findByText(/^1 invitation sent\./)
  expect(said).toHaveTextContent(
    '1 was not sent and stays listed here. Your club has sent many invitations today. Please try again tomorrow.',
  )
  refused = false
  await sendAll(user, 'Invite 1 person')
  await screen.findByText('1 invitation sent.')
  const [, first, again] = bodies()
  expect(again).toEqual(first)
})

it('counts people invited meanwhile, and continues after an invalid email', async () => {
  const { user } = open({
    invited: ({ params }) => {
      if (params['playerId'] === mia.id) throw new Problem('bad_request')
      return { already: true }
    },
  })
  await sendAll(user, 'Invite 2 people')
  expect(
    await screen.findByText(
      /^0 invitations sent\. 1 had already been invited or joined in the meantime.* 1 could not be sent/,
    ),
  ).toBeVisible()
})

it('reports emails that do not accept mail, and keeps them in the list', async () => {
  const { user } = open({
    pages: [[mia, ada]],
    invited: ({ params }) => (params['playerId'] === mia.id ? { noMail: true } : {}),
  })
  await sendAll(user, 'Invite 2 people')
  expect(
    await screen.findByText(
      '1 invitation sent. 1 address does not accept email from Touchline: nobody was invited there, and it stays listed here.',
    ),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Invite 1 person' })).toBeVisible()
})

it.each(['family_invited', 'access_taken', 'access_taken_by_club'] as const)(
  'continues after an error about a single player: %s',
  async (code) => {
    const { user } = open({
      invited: ({ params }) => {
        if (params['playerId'] === mia.id) throw new Problem(code)
        return {}
      },
    })
    await sendAll(user, 'Invite 2 people')
    expect(await screen.findByText(/^1 invitation sent\. 1 could not be sent/)).toBeVisible()
  },
)

it('loads all players before it sends', async () => {
  const { user } = open({ pages: [[mia], [leo, ada], [sam]] })
  const button = () => screen.getByRole('button', { name: 'Invite 2 people' })
  await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled', 'true'))
  expect(server.asked(LIST).map(({ query }) => query['cursor'])).toEqual(expect.arrayContaining([undefined, '1', '2']))
  await sendAll(user, 'Invite 2 people')
  expect(await screen.findByText('2 invitations sent.')).toBeVisible()
})

it('links to adding players when there are none', async () => {
  open({ pages: [[]] })
  expect(await screen.findByText('No players yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add players' })).toHaveAttribute('href', `/o/${organizationId}/addPlayers`)
  expect(screen.queryByText('Nobody is left to invite')).toBeNull()
})
