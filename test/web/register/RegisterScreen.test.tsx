import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { filledDetails, firstStep, head, mia, player, registered, registrationId, summary } from './family.ts'

const server = standInServer()
const OPEN = 'GET /rest-api/register/{registrationId}/open'
const FIRST = 'GET /rest-api/register/{registrationId}/first-step'
const MINE = 'GET /rest-api/register/{registrationId}/my-players'
const DETAILS = 'POST /rest-api/register/{registrationId}/details'
const SUMMARY = 'GET /rest-api/register/{registrationId}/summary'
const FINALIZE = 'POST /rest-api/register/{registrationId}/finalize'
const PAYMENT = 'POST /rest-api/register/{registrationId}/payment-intent'
const PLAN = 'POST /rest-api/register/{registrationId}/payment-plan'
const PROMO = 'POST /rest-api/register/{registrationId}/promo-code'

const begun = { [OPEN]: head, [FIRST]: firstStep }
const open = () =>
  showScreen(<RegisterScreen />, {
    path: '/register/:registrationId',
    at: `/register/${registrationId}`,
    width: 'phone',
  })

it('asks for a player, shows the price and says what happens next', async () => {
  let drafts: AnswerOf<typeof MINE>['drafts'] = []
  let done: AnswerOf<typeof MINE>['registered'] = []
  server.answers({
    ...begun,
    [MINE]: () => ({ players: [mia], drafts, registered: done, signed: [] }),
    [DETAILS]: () => {
      drafts = [filledDetails]
      return { registrationPlayerId: filledDetails.registrationPlayerId }
    },
    [SUMMARY]: summary,
    [FINALIZE]: () => {
      drafts = []
      done = [registered]
      return { players: done }
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  expect(screen.getByLabelText(/^First name/)).toHaveProperty('value', 'Mia')
  expect(screen.queryByLabelText(/^Which one/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Yes' }))
  await user.type(screen.getByLabelText(/^Which one/), 'Peanuts')
  await user.click(screen.getByRole('button', { name: 'One more: Shirt' }))
  await user.selectOptions(screen.getByLabelText('Which one'), 'M · $25.00')
  expect(screen.getByText('$145.00')).toBeTruthy()
  await user.type(screen.getByLabelText(/^Your signature/), 'Rosa')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText(/exactly as they appear in your profile/)
  expect(server.asked(DETAILS)).toEqual([])
  await user.type(screen.getByLabelText(/^Your signature/), ' Moreno')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Register' }))
  await screen.findByText('Registered')
  expect(server.asked(DETAILS).map(({ body }) => body)).toEqual([
    {
      registrationPlayerId: filledDetails.registrationPlayerId,
      playerId: mia.id,
      optionIds: ['season'],
      answers: { first: ['Mia'], last: ['Moreno'], allergy: ['Yes'], which: ['Peanuts'], waiver: ['Rosa Moreno'] },
      addOnFormResponses: [
        { addOnId: 'shirt', quantity: 1, registrationPlayerAddOnFormContentList: [{ addOnOptionId: 'm' }] },
      ],
    },
  ])
  expect(server.asked(FINALIZE).map(({ body }) => body)).toEqual([
    {
      registrationPlayerIds: [filledDetails.registrationPlayerId],
      totalInCents: 12_000,
      due: { nowInCents: 12_000, later: [] },
      payBy: 'BILL',
    },
  ])
  expect(screen.getByRole('link', { name: 'See payments' })).toBeTruthy()
  // Nothing has been paid yet, so there is no receipt.
  expect(screen.getByText(/A confirmation is on its way by email\.$/)).toBeTruthy()
})

it('selects the payment plan optimistically, and submits only after its amounts have loaded', async () => {
  const once = { ...summary, paymentPlanEnabled: true }
  const { promise: saved, resolve: save } = Promise.withResolvers<void>()
  server.answers({
    ...begun,
    [MINE]: { players: [mia], drafts: [filledDetails], registered: [], signed: [] },
    [SUMMARY]: once,
    [PLAN]: async () => {
      await saved
      return { ...once, byPlan: true }
    },
    [FINALIZE]: { players: [registered] },
  })
  const { user } = open()
  const inParts = await screen.findByRole('radio', { name: 'In installments' })
  await user.click(inParts)
  expect(inParts).toHaveProperty('checked', true)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(server.asked(FINALIZE)).toEqual([])
  save()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Register' }).getAttribute('aria-busy')).toBeNull())
  expect(inParts).toHaveProperty('checked', true)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await waitFor(() => expect(server.asked(FINALIZE)).toHaveLength(1))
})

it('applies a promo code, and shows a price that has changed meanwhile', async () => {
  server.answers({
    ...begun,
    [MINE]: { players: [mia], drafts: [filledDetails], registered: [], signed: [] },
    [SUMMARY]: summary,
    [PROMO]: {
      ...summary,
      promoCode: { codeTitle: 'EARLY', usedFor: 1 },
      players: [{ ...player, reductions: [{ name: 'EARLY', cents: 2000 }], priceInCents: 10_000 }],
      totalInCents: 10_000,
    },
    [FINALIZE]: () => {
      throw new Problem('price_changed')
    },
  })
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Promo code' }), 'early')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText('Code EARLY applied.')
  expect(screen.getByText('−$20.00')).toBeTruthy()
  expect(screen.getAllByText('$100.00')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await screen.findByText('The price has changed in the meantime. Please check it again.')
})

it('submits the due dates that were shown, and shows new ones if the club has changed them', async () => {
  const later = { amountInCents: 6000, dueOn: '2026-12-21' }
  const inParts = { paymentPlanEnabled: true, byPlan: true, dueNowInCents: 6000 }
  let seen: typeof summary = { ...summary, ...inParts, parts: [{ amountInCents: 6000, dueOn: '2026-11-21' }, later] }
  server.answers({
    ...begun,
    [MINE]: { players: [mia], drafts: [filledDetails], registered: [], signed: [] },
    [SUMMARY]: () => seen,
    [FINALIZE]: () => {
      seen = summary
      throw new Problem('due_changed')
    },
  })
  const { user } = open()
  expect((await screen.findAllByRole('term')).map(({ textContent }) => textContent)).toContain('Due 12/21/2026')
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await screen.findByText('The due dates have changed. Please check them again.')
  await waitFor(() => expect(screen.queryByText('Due 12/21/2026')).toBeNull())
  expect(server.asked(FINALIZE).map(({ body }) => body)).toMatchObject([{ due: { nowInCents: 6000, later: [later] } }])
})

it('submits the later due dates that were shown when nothing is due today', async () => {
  const parts = [{ amountInCents: 12_000, dueOn: '2026-12-01' }]
  server.answers({
    ...begun,
    [MINE]: { players: [mia], drafts: [filledDetails], registered: [], signed: [] },
    [SUMMARY]: { ...summary, parts, dueNowInCents: 0 },
    [FINALIZE]: { players: [registered] },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Register' }))
  await waitFor(() =>
    expect(server.asked(FINALIZE).map(({ body }) => body)).toMatchObject([{ due: { nowInCents: 0, later: parts } }]),
  )
})

it('shows the held place when the payment page could not be opened', async () => {
  const held = { ...registered, state: 'paying' as const, heldUntil: '2099-01-01T00:00:00.000Z' }
  let done: AnswerOf<typeof MINE>['registered'] = []
  server.answers({
    ...begun,
    [MINE]: () => ({ players: [mia], drafts: done.length > 0 ? [] : [filledDetails], registered: done, signed: [] }),
    [SUMMARY]: () => ({ ...summary, players: done.length > 0 ? [] : [player], payWays: ['ONLINE'] }),
    [FINALIZE]: () => ({ players: (done = [held]) }),
    [PAYMENT]: () => Promise.reject(new Problem('conflict')),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Register and pay $120.00' }))
  expect(await screen.findByRole('button', { name: 'Pay now' })).toBeTruthy()
})

it('offers the waiting list with an online deposit when the registration is full', async () => {
  const waiting = { ...registered, state: 'waiting' as const, before: 2, depositInCents: 2000 }
  let done: AnswerOf<typeof MINE>['registered'] = []
  server.answers({
    [OPEN]: { ...head, placesLeft: 0 },
    [FIRST]: { ...firstStep, placesLeft: 0 },
    [MINE]: () => ({ players: [mia], drafts: done.length > 0 ? [] : [filledDetails], registered: done, signed: [] }),
    [SUMMARY]: { ...summary, isFull: true, depositInCents: 2000, depositWays: ['ONLINE'] },
    [FINALIZE]: () => ({ players: (done = [{ ...waiting, payWays: ['ONLINE'] }]) }),
    [PAYMENT]: () => Promise.reject(new Problem('conflict')),
  })
  const { user } = open()
  await screen.findByText(/^Joining the waiting list requires a deposit of \$20\.00\. It is refunded/)
  await user.click(screen.getByRole('button', { name: 'Join the waiting list and pay the deposit' }))
  await waitFor(() =>
    expect(server.asked(FINALIZE).map(({ body }) => body)).toMatchObject([{ wait: true, depositInCents: 2000 }]),
  )
  expect(
    await screen.findByText(/^The deposit of \$20\.00 has not been paid yet\. You can be offered a place/),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pay the deposit' }))
  await waitFor(() => expect(server.asked(PAYMENT)).toHaveLength(2))
})

it('offers no online payment of a deposit below the minimum of providers', async () => {
  server.answers({
    [OPEN]: { ...head, placesLeft: 0 },
    [FIRST]: { ...firstStep, placesLeft: 0 },
    [MINE]: { players: [mia], drafts: [filledDetails], registered: [], signed: [] },
    [SUMMARY]: { ...summary, isFull: true, depositInCents: 30, payWays: ['ONLINE'], depositWays: ['BILL'] },
    [FINALIZE]: { players: [] },
  })
  const { user } = open()
  await screen.findByText(/^Joining the waiting list requires a deposit of \$0\.30/)
  expect(screen.getByText(/^The club adds what is due to your payments\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Join the waiting list' }))
  await waitFor(() => expect(server.asked(FINALIZE).map(({ body }) => body)).toMatchObject([{ payBy: 'BILL' }]))
})

it('says that the registration is by invitation only', async () => {
  server.answers({
    [OPEN]: { ...head, isInviteOnly: true, form: null },
    [FIRST]: () => {
      throw new Problem('USER_NOT_INVITED_TO_REGISTRATION')
    },
    [MINE]: { players: [], drafts: [], registered: [], signed: [] },
  })
  open()
  expect(await screen.findByText(/by invitation only/)).toBeTruthy()
  expect(within(document.body).queryByRole('button', { name: 'Continue' })).toBeNull()
})

it('asks for no payment when the first installment is due later', async () => {
  const later = [{ amountInCents: 12_000, dueOn: '2026-12-01' }]
  server.answers({
    ...begun,
    [MINE]: { players: [mia], drafts: [filledDetails], registered: [], signed: [] },
    [SUMMARY]: { ...summary, payWays: ['ONLINE'], parts: later, dueNowInCents: 0 },
  })
  open()
  await screen.findByText(/^Nothing is due today: you are registered right away, and pay online from 12\/01\/2026/)
  expect(screen.getByRole('button', { name: 'Register' })).toBeDefined()
})

it('asks for one signature per family, and shows a given one with its text', async () => {
  const before = { title: 'Waiver', name: 'Rosa Moreno', signedAt: '2026-11-21T18:00:00Z' }
  const other = `${registrationId}.p00000000009`
  server.answers({
    ...begun,
    [MINE]: {
      players: [mia],
      drafts: [],
      registered: [],
      signed: [{ ...before, text: 'We play at our own risk.', registrationPlayerId: other }],
    },
    [DETAILS]: { registrationPlayerId: filledDetails.registrationPlayerId },
  })
  for (const name of Object.keys(localStorage)) if (name.includes('register.')) localStorage.removeItem(name)
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  await screen.findByText(/You signed this as Rosa Moreno/)
  expect(screen.queryByLabelText(/^Your signature/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'No' }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(server.asked(DETAILS)).toHaveLength(1))
})

it('starts the next child with an empty form and a new id', async () => {
  for (const name of Object.keys(localStorage).filter((each) => each.includes('device.'))) localStorage.removeItem(name)
  let drafts: AnswerOf<typeof MINE>['drafts'] = []
  server.answers({
    ...begun,
    [MINE]: () => ({ players: [], drafts, registered: [], signed: [] }),
    [DETAILS]: ({ body }) => {
      const { registrationPlayerId } = body as { registrationPlayerId: string }
      drafts = [...drafts, { ...filledDetails, registrationPlayerId }]
      return { registrationPlayerId }
    },
    [SUMMARY]: summary,
  })
  const { user } = open()
  const fillIn = async (name: string) => {
    await user.type(await screen.findByLabelText(/^First name/), name)
    await user.type(screen.getByLabelText(/^Last name/), 'Falk')
    await user.click(screen.getByRole('radio', { name: 'No' }))
    await user.type(screen.getByLabelText(/^Your signature/), 'Rosa Moreno')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
  }
  await fillIn('Ida')
  await user.click(await screen.findByRole('button', { name: 'Add another player' }))
  expect(await screen.findByLabelText(/^First name/)).toHaveProperty('value', '')
  await fillIn('Jon')
  await screen.findByRole('button', { name: 'Add another player' })
  const sent = server.asked(DETAILS).map(({ body }) => body as { registrationPlayerId: string; answers: object })
  expect(sent.map(({ answers }) => answers)).toMatchObject([{ first: ['Ida'] }, { first: ['Jon'] }])
  expect(new Set(sent.map(({ registrationPlayerId }) => registrationPlayerId)).size).toBe(2)
})
