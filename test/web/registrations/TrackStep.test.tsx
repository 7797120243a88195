import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import BuilderScreen from '#web/registrations/BuilderScreen.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, registrar, registrationId } from './registrar.ts'

const server = standInServer()
const WAITING = 'POST /rest-api/register/{registrationId}/waiting'
const CANCEL = 'POST /rest-api/register/{registrationId}/cancel'
const line = (letter: string, firstName: string, changes: object = {}) => ({
  registrationPlayerId: `${registrationId}.p0000000000${letter}`,
  playerId: `${organizationId}.p0000000000${letter}`,
  firstName,
  lastName: 'Moreno',
  trackType: 'WAITING' as const,
  waits: true,
  offeredUntil: null,
  lacking: [],
  over: [],
  unpayable: false,
  deposit: null,
  options: ['Full season'],
  priceInCents: 24_000,
  payBy: 'BILL' as const,
  payment: null,
  registeredAt: '2026-11-10T12:00:00.000Z',
  ...changes,
})
const entries = [
  line('a', 'Ada', {
    trackType: 'REGISTERED',
    waits: false,
    payment: { paidInCents: 4000, openInCents: 20_000, comingInCents: 0 },
  }),
  line('b', 'Ben'),
  line('c', 'Cleo'),
  line('d', 'Dora'),
]

function open(more: FakeAnswers = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': registrar(),
    'GET /rest-api/registration/step-details/{registrationId}': details(),
    'GET /rest-api/registration/track/{registrationId}': { page: 0, entries, more: false, next: null },
    'GET /rest-api/registration/track/{registrationId}/totals': {
      registered: 1,
      paying: 0,
      waiting: 3,
      priceInCents: 24_000,
      days: [],
      options: [],
      answered: [],
    },
    ...more,
  })
  return showInShell(<BuilderScreen />, {
    path: '/:orgId/:teamId/team-registration/:id',
    at: `/${organizationId}/${teamId}/team-registration/${registrationId}?step=track`,
  })
}
const actionsOf = async (name: string) => screen.findByRole('button', { name: new RegExp(name) })

it('moves a waiting player to a position or the front', async () => {
  const { user } = open({ [WAITING]: {} })
  await user.click(await actionsOf('Ben Moreno'))
  await screen.findByRole('menuitem', { name: 'Open Ben Moreno', hidden: true })
  expect(screen.queryByRole('menuitem', { name: /Move (up|to the front)/, hidden: true })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(await actionsOf('Dora Moreno'))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to the front of the waiting list', hidden: true }))
  await waitFor(() => expect(server.asked(WAITING)).toHaveLength(1))
  expect(server.asked(WAITING)[0]?.body).toEqual({
    registrationPlayerId: `${registrationId}.p0000000000d`,
    place: 1,
  })
  await user.click(await actionsOf('Ben Moreno'))
  await user.click(await screen.findByRole('menuitem', { name: 'Move to another position …', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ben Moreno' }))
  await user.clear(dialog.getByLabelText(/^Position on the waiting list/))
  await user.type(dialog.getByLabelText(/^Position on the waiting list/), '25')
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(server.asked(WAITING)).toHaveLength(2))
  expect(server.asked(WAITING)[1]?.body).toEqual({ registrationPlayerId: `${registrationId}.p0000000000b`, place: 25 })
})

it('removes a player, and keeps the payment as credit if the user may not edit fees', async () => {
  const { user } = open({ [CANCEL]: {} })
  await user.click(await actionsOf('Ada Moreno'))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the registration', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Ada Moreno from this registration?' }))
  expect(dialog.getByRole('radio', { name: /Keep it as the family/ })).toHaveProperty('checked', true)
  expect(dialog.getByRole('radio', { name: /Refund it/ }).getAttribute('aria-disabled')).toBe('true')
  await user.click(dialog.getByRole('button', { name: 'Remove from the registration' }))
  await waitFor(() =>
    expect(server.asked(CANCEL)[0]?.body).toEqual({
      registrationPlayerId: `${registrationId}.p0000000000a`,
      paid: 'credit',
    }),
  )
})

it('refunds the payment of a removed player if the user may edit the team’s fees', async () => {
  const { organizations, ...rest } = registrar()
  const permissions = ['canManageRegistration' as const, 'canEditFees' as const]
  const ofTeam = organizations.map((club) => ({ ...club, teams: club.teams.map((team) => ({ ...team, permissions })) }))
  const { user } = open({ [CANCEL]: {}, 'GET /api/v1/playersAndTeams': { ...rest, organizations: ofTeam } })
  await user.click(await actionsOf('Ada Moreno'))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the registration', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Ada Moreno from this registration?' }))
  expect(dialog.getByRole('radio', { name: /Refund it/ })).toHaveProperty('checked', true)
  await user.click(dialog.getByRole('button', { name: 'Remove from the registration' }))
  await waitFor(() => expect(server.asked(CANCEL)[0]?.body).toMatchObject({ paid: 'refund' }))
})

it.each([
  ['Ada', /^The place goes to the next in line.* Ada stays on the team until you remove them from the roster\.$/],
  ['Ben', /^Ben is removed from the waiting list.*signed texts are kept\.$/],
] as const)('explains what removing %s does', async (name, hint) => {
  const { user } = open()
  await user.click(await actionsOf(`${name} Moreno`))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the registration', hidden: true }))
  expect(within(await screen.findByRole('dialog')).getByText(hint)).toBeDefined()
})

it('pages forward from the end of each page, and back', async () => {
  const TRACK = 'GET /rest-api/registration/track/{registrationId}'
  const { user } = open({
    [TRACK]: ({ query }: { query: { after?: string } }) =>
      query.after === undefined
        ? { page: 0, entries: [line('b', 'Ben')], more: true, next: 'after-ben' }
        : { page: 1, entries: [line('c', 'Cleo')], more: false, next: null },
  })
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  await actionsOf('Cleo Moreno')
  expect(server.asked(TRACK).at(-1)?.query).toEqual({ page: '1', after: 'after-ben' })
  await user.click(screen.getByRole('button', { name: 'Newer' }))
  await actionsOf('Ben Moreno')
})

it('disables paging while a page is loading', async () => {
  const TRACK = 'GET /rest-api/registration/track/{registrationId}'
  const second = Promise.withResolvers<undefined>()
  const { user } = open({
    [TRACK]: async ({ query }: { query: { after?: string } }) => {
      if (query.after === undefined) return { page: 0, entries: [line('b', 'Ben')], more: true, next: 'after-ben' }
      await second.promise
      return { page: 1, entries: [line('c', 'Cleo')], more: true, next: 'after-cleo' }
    },
  })
  const older = () => screen.getByRole('button', { name: 'Older' })
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  await waitFor(() => expect(older().getAttribute('aria-busy')).toBe('true'))
  await user.click(older())
  second.resolve(undefined)
  await actionsOf('Cleo Moreno')
  expect(older().getAttribute('aria-busy')).toBeNull()
  expect(server.asked(TRACK).at(-1)?.query).toEqual({ page: '1', after: 'after-ben' })
  await user.click(screen.getByRole('button', { name: 'Newer' }))
  await actionsOf('Ben Moreno')
})

it('shows how each player’s place is paid and how much has been paid', async () => {
  const has = (letter: string, firstName: string, payBy: string, paidInCents: number, openInCents: number) =>
    line(letter, firstName, {
      trackType: 'REGISTERED',
      waits: false,
      payBy,
      payment: { paidInCents, openInCents, comingInCents: 0 },
    })
  open({
    'GET /rest-api/registration/track/{registrationId}': {
      page: 0,
      entries: [
        has('a', 'Ada', 'BILL', 4000, 20_000),
        has('b', 'Ben', 'ONLINE', 24_000, 0),
        has('c', 'Cleo', 'BILL', 0, 24_000),
        has('d', 'Dora', 'NONE', 0, 0),
      ],
      more: false,
      next: null,
    },
  })
  await actionsOf('Ada Moreno')
  for (const [name, text] of [
    ['Ada Moreno', 'Billed later$40.00 paid, $200.00 open'],
    ['Ben Moreno', 'Online$240.00 paid'],
    ['Cleo Moreno', 'Billed later$240.00 open'],
    ['Dora Moreno', 'Nothing to pay'],
  ] as const)
    expect(screen.getByRole('row', { name: new RegExp(name) }).textContent).toContain(text)
})

it('shows until when a place is offered to a waiting player', async () => {
  const offered = line('b', 'Ben', { waits: false, offeredUntil: '2026-11-24T18:00:00.000Z' })
  open({
    'GET /rest-api/registration/track/{registrationId}': { page: 0, entries: [offered], more: false, next: null },
  })
  await actionsOf('Ben Moreno')
  expect(screen.getByRole('row', { name: /Ben Moreno/ }).textContent).toContain('until 11/24/2026 12:00 PM')
})

it('shows sold-out items, options without dates and unavailable payment of a waiting player', async () => {
  const waits = line('b', 'Ben', { lacking: ['Shirt'], over: ['Week 1'], unpayable: true })
  open({ 'GET /rest-api/registration/track/{registrationId}': { page: 0, entries: [waits], more: false, next: null } })
  await actionsOf('Ben Moreno')
  const said = screen.getByRole('row', { name: /Ben Moreno/ }).textContent
  expect(said).toMatch(/Not enough left: Shirt\..*No dates left: Week 1\..*Families cannot pay for it/)
})

it('shows signed texts verbatim, with signer and time', async () => {
  const { user } = open({
    'GET /rest-api/registration/track/{registrationId}/entry': {
      ...line('a', 'Ada', {
        trackType: 'REGISTERED',
        waits: false,
        payment: { paidInCents: 0, openInCents: 24_000, comingInCents: 0 },
      }),
      avatar: null,
      registeredBy: { name: 'Rosa Moreno', email: 'rosa@family.example' },
      lines: [],
      reductions: [],
      answers: [
        { question: 'Photos', answer: '', unsigned: true },
        { question: 'Card', answer: 'Card.pdf', harmful: true },
      ],
      answersGo: { at: '2027-01-20T18:00:00Z', areGone: false },
      given: { revision: 1, optionIds: [], addOns: [], answers: {} },
      signed: [
        {
          title: 'Waiver',
          text: 'We play at our own risk.',
          version: 3,
          name: 'Rosa Moreno',
          signedAt: '2026-11-10T18:00:00.000Z',
        },
      ],
    },
  })
  await user.click(await actionsOf('Ada Moreno'))
  await user.click(await screen.findByRole('menuitem', { name: 'Open Ada Moreno', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ada Moreno' }))
  dialog.getByText('Card.pdf was removed: it contained malware.')
  expect(dialog.getByRole('link', { name: 'rosa@family.example' })).toHaveAttribute(
    'href',
    'mailto:rosa@family.example',
  )
  expect(dialog.getByText('Photos').nextSibling).toHaveTextContent('Not signed')
  expect(dialog.getByText('The answers and files will be deleted on 01/20/2027.')).toBeVisible()
  const text = await dialog.findByText('We play at our own risk.')
  const signed = text.closest('details')
  expect([signed?.open, signed?.textContent]).toEqual([
    false,
    expect.stringMatching(/^Waiver: Rosa Moreno, .*11\/10\/2026.*12:00 PM.*Version 3 of the questions$/),
  ])
  await user.click(dialog.getByText(/^Waiver: Rosa Moreno/))
  expect(signed?.open).toBe(true)
})

it('charts days without registrations as well, with amounts', async () => {
  open({
    'GET /rest-api/registration/track/{registrationId}/totals': {
      ...{ registered: 3, paying: 0, waiting: 0, priceInCents: 72_000, options: [], answered: [] },
      days: [
        { day: '2026-11-01', registered: 2, priceInCents: 48_000 },
        { day: '2026-11-04', registered: 1, priceInCents: 24_000 },
      ],
    },
  })
  const rowsOf = async (name: string) =>
    within(await screen.findByRole('table', { name, hidden: true }))
      .getAllByRole('row', { hidden: true })
      .slice(1)
      .map(({ textContent }) => textContent)
  expect(await rowsOf('Registrations by day')).toEqual(['11/01/20262', '11/02/20260', '11/03/20260', '11/04/20261'])
  expect(await rowsOf('Value of registrations by day, paid or not')).toEqual([
    '11/01/2026$480.00',
    '11/02/2026$0.00',
    '11/03/2026$0.00',
    '11/04/2026$240.00',
  ])
})

it('shows an empty search result, which can be reset', async () => {
  const none = { page: 0, entries: [], more: false, next: null }
  const { user } = open({
    'GET /rest-api/registration/track/{registrationId}': ({ query }) =>
      query['filter'] ? none : { ...none, entries: entries.slice(0, 1) },
  })
  await screen.findByText('Ada Moreno')
  await user.type(screen.getByRole('searchbox', { name: 'Search players' }), 'Zoe')
  await screen.findByText('No matches')
  expect(screen.queryByText('Nobody has registered yet')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByText('Ada Moreno')
})

it('downloads the list once per click, and again after an error', async () => {
  const CSV = 'GET /rest-api/registration/track/{registrationId}/csv'
  const comes = Promise.withResolvers<never>()
  const { user } = open({ [CSV]: () => comes.promise })
  const button = await screen.findByRole('button', { name: 'Export as CSV' })
  await user.dblClick(button)
  comes.reject(new Problem('busy'))
  await screen.findByText('Touchline is busy. Please try again in a moment.')
  expect(button).not.toHaveAttribute('aria-busy')
  expect(server.asked(CSV)).toHaveLength(1)
})

it('does not suggest launching an open registration without players', async () => {
  open({ 'GET /rest-api/registration/track/{registrationId}': { page: 0, entries: [], more: false, next: null } })
  await screen.findByText('Nobody has registered yet')
  expect(screen.getByText('It is open. Send families the link.')).toBeDefined()
})
