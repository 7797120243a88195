import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { type FakeAnswers, showScreen, standInServer } from '../fakeServer.tsx'
import { filledDetails, firstStep, head, mia, registered, registrationId } from './family.ts'

/** The status of a family's players and the actions on it. */

const server = standInServer()
const MINE = 'GET /rest-api/register/{registrationId}/my-players'
const WITHDRAW = 'POST /rest-api/register/{registrationId}/withdraw'
type Standing = AnswerOf<typeof MINE>['registered'][number]

function open(changes: Partial<Standing>, more: FakeAnswers = {}) {
  server.answers({
    'GET /rest-api/register/{registrationId}/open': head,
    'GET /rest-api/register/{registrationId}/first-step': firstStep,
    [MINE]: { players: [mia], drafts: [], registered: [{ ...registered, ...changes }], signed: [] },
    ...more,
  })
  return showScreen(<RegisterScreen />, { path: '/register/:registrationId', at: `/register/${registrationId}` })
}
const card = async () => within(await screen.findByRole('region', { name: 'Your players' }))

it('shows until when an offered place is held during its payment, and lets it be declined', async () => {
  const { user } = open({ state: 'paying', heldUntil: '2099-01-01T18:00:00.000Z' }, { [WITHDRAW]: {} })
  const mine = await card()
  expect(mine.getByRole('timer').textContent).toMatch(
    /^Your place is held until 01\/01\/2099 12:00 PM.*\. Pay by then, or it goes to the next in line\.$/,
  )
  expect(mine.getByRole('button', { name: 'Pay now' })).toBeDefined()
  await user.click(mine.getByRole('button', { name: 'Decline' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/payment is still in progress, it is refunded\.$/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(server.asked(WITHDRAW)).toHaveLength(1))
})

it('lets a family that is no longer invited accept an offered place', async () => {
  const ACCEPT = 'POST /rest-api/register/{registrationId}/accept'
  const { user } = open(
    { state: 'offered', heldUntil: '2099-01-01T18:00:00.000Z', payWays: ['BILL'] },
    {
      'GET /rest-api/register/{registrationId}/open': { ...head, isInviteOnly: true, form: null },
      'GET /rest-api/register/{registrationId}/first-step': () => {
        throw new Problem('USER_NOT_INVITED_TO_REGISTRATION')
      },
      [ACCEPT]: { players: [registered] },
    },
  )
  const mine = await card()
  expect(screen.getByText(/by invitation only/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Register another player' })).toBeNull()
  await user.click(mine.getByRole('button', { name: 'Accept the place' }))
  await waitFor(() => expect(server.asked(ACCEPT)).toHaveLength(1))
})

it.each([
  ['paying', /^Pay now|^Decline/],
  ['offered', /^Accept the place|^Decline/],
  ['waiting', /^Pay the deposit|^Leave the list/],
] as const)(
  'shows a player registered by another user, %s, without buttons, and says who can act',
  async (state, acts) => {
    const standing = {
      state,
      heldUntil: '2099-01-01T18:00:00.000Z',
      payWays: ['ONLINE' as const],
      depositInCents: 2000,
    }
    const { unmount } = open(standing)
    expect((await card()).getAllByRole('button', { name: acts })).toHaveLength(2)
    unmount()
    open({ ...standing, isMine: false })
    const mine = await card()
    expect(mine.getByText(/^Mia was registered by someone else\. Only they can pay here/)).toBeDefined()
    expect(mine.queryByRole('button')).toBeNull()
  },
)

it('says that a player whose registrant no longer pays now belongs to the family', async () => {
  open({ state: 'offered', heldUntil: '2099-01-01T18:00:00.000Z', payWays: ['BILL'], isTakenOver: true })
  const mine = await card()
  expect(mine.getByText(/^Mia was registered by someone who no longer pays for them\./)).toBeDefined()
  expect(mine.getByRole('button', { name: 'Accept the place' })).toBeDefined()
})

it('names the sold-out items that a waiting player lacks', async () => {
  open({ state: 'waiting', before: 0, lacking: ['Week 1', 'Shirt'] })
  expect((await card()).getByText(/^Not enough left of: Week 1 and Shirt\. Until there is/)).toBeDefined()
})

it('shows for an option without dates no place in the queue and no deposit', async () => {
  const deposit = { depositInCents: 2000, payWays: ['ONLINE' as const] }
  open({ state: 'waiting', before: 0, over: ['Week 1'], ...deposit })
  const mine = await card()
  expect(mine.getByText(/^No dates are left for Week 1, so no place is offered for it\./)).toBeDefined()
  expect(mine.queryByText(/First in line|deposit/)).toBeNull()
  expect(mine.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave the list'])
})

it('says that no places are offered while the club cannot be paid, and asks for no deposit', async () => {
  open({ state: 'waiting', before: 0, depositInCents: 2000, unpayable: true })
  const mine = await card()
  expect(
    mine.getByText(
      /^Your club cannot accept payments at the moment, so it is not offering places\. You keep your position/,
    ),
  ).toBeDefined()
  expect(mine.getByText('First in line for a place.')).toBeDefined()
  expect(mine.queryByText(/deposit/)).toBeNull()
})

it('asks for no deposit while the waiting list is paused, but allows leaving it', async () => {
  const waiting = { state: 'waiting' as const, depositInCents: 2000, payWays: ['ONLINE' as const] }
  open({ ...waiting, rests: true }, { 'GET /rest-api/register/{registrationId}/open': { ...head, status: 'CLOSED' } })
  const mine = await card()
  expect(mine.getByText(/^The waiting list is paused while the registration is closed/)).toBeDefined()
  expect(mine.getByText(/^The deposit of \$20\.00 has not been paid yet\. You can pay it here once/)).toBeDefined()
  expect(mine.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave the list'])
})

it('leaves a deposit to the club where it accepts bills only, also while the waiting list is paused', async () => {
  open({ state: 'waiting', depositInCents: 2000, payWays: ['BILL'], rests: true })
  const mine = await card()
  expect(mine.getByText(/^The waiting list is paused while the registration is closed/)).toBeDefined()
  expect(mine.getByText(/^The deposit of \$20\.00 has not been paid yet: pay it to your club\./)).toBeDefined()
  expect(mine.queryByText(/can pay it here/)).toBeNull()
})

it.each([
  ['is closed', { ...head, status: 'CLOSED' as const, form: null }, firstStep],
  [
    'is by invitation only',
    { ...head, isInviteOnly: true, form: null },
    () => {
      throw new Problem('USER_NOT_INVITED_TO_REGISTRATION')
    },
  ],
])('shows an error when the players fail to load, and can be retried, also where it %s', async (_, opened, first) => {
  const offered = {
    ...registered,
    state: 'offered' as const,
    heldUntil: '2099-01-01T18:00:00.000Z',
    payWays: ['BILL' as const],
  }
  let isThere = false
  const { user } = open(
    {},
    {
      'GET /rest-api/register/{registrationId}/open': opened,
      'GET /rest-api/register/{registrationId}/first-step': first,
      [MINE]: () => {
        if (!isThere) throw new Problem('internal')
        return { players: [mia], drafts: [], registered: [offered], signed: [] }
      },
    },
  )
  await screen.findByText('The status of your players could not be loaded.')
  isThere = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await card()).getByRole('button', { name: 'Accept the place' })).toBeDefined()
})

it('prefills the earlier answers when a player who lost their place is registered again', async () => {
  const SAVE = 'POST /rest-api/register/{registrationId}/details'
  const kept = { ...filledDetails, answers: { first: ['Mia'], last: ['Moreno'], allergy: ['Yes'], which: ['Nuts'] } }
  const { user } = open(
    { state: 'cancelled', filled: kept },
    { [SAVE]: { registrationPlayerId: filledDetails.registrationPlayerId } },
  )
  const mine = await card()
  expect(mine.getByText('Everything you filled in is still here, except files and the picture.')).toBeDefined()
  await user.click(mine.getByRole('button', { name: 'Register Mia again' }))
  expect(await screen.findByRole('textbox', { name: /^Which one/ })).toHaveValue('Nuts')
  await user.type(screen.getByLabelText(/^Your signature/), 'Rosa Moreno')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() =>
    expect(server.asked(SAVE)[0]?.body).toMatchObject({
      ...{ registrationPlayerId: filledDetails.registrationPlayerId, playerId: mia.id, optionIds: ['season'] },
      answers: { ...kept.answers, waiver: ['Rosa Moreno'] },
    }),
  )
})
