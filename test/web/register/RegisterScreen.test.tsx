import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { address, show, standInServer } from '../answering.tsx'

const server = standInServer()
const OPEN = 'GET /rest-api/register/{registrationId}/open'
const FIRST = 'GET /rest-api/register/{registrationId}/first-step'
const MINE = 'GET /rest-api/register/{registrationId}/my-players'
const DETAILS = 'POST /rest-api/register/{registrationId}/details'
const SUMMARY = 'GET /rest-api/register/{registrationId}/summary'
const FINALIZE = 'POST /rest-api/register/{registrationId}/finalize'
const PAYMENT = 'POST /rest-api/register/{registrationId}/payment-intent'
const PROMO = 'POST /rest-api/register/{registrationId}/promo-code'

const clubId = 'o00000000001'
const registrationId = `${clubId}.t00000000001.r00000000001`
const mia = { id: `${clubId}.p00000000001`, firstName: 'Mia', lastName: 'Moreno' }

type Head = AnswerOf<typeof OPEN>
const question = (id: string, more: Partial<NonNullable<Head['form']>['questions'][number]>) => ({
  id,
  answerType: 'TEXT' as const,
  questionTitle: id,
  description: '',
  answers: [],
  optional: false,
  ...more,
})
const form: NonNullable<Head['form']> = {
  questions: [
    question('first', { questionTitle: 'First name', standardLabel: 'FIRST_NAME' }),
    question('last', { questionTitle: 'Last name', standardLabel: 'LAST_NAME' }),
    question('allergy', { questionTitle: 'Any allergy?', answerType: 'OPTIONS_CHOOSE_ONE', answers: ['Yes', 'No'] }),
    question('which', { questionTitle: 'Which one?', showIf: { questionId: 'allergy', answer: 'Yes' } }),
    question('waiver', { questionTitle: 'Waiver', answerType: 'WAIVER', description: 'We play at our own risk.' }),
  ],
  options: [{ id: 'season', name: 'Full season', description: '', priceInCents: 12_000, placesLeft: 3 }],
  addons: [
    {
      id: 'shirt',
      addOnName: 'Shirt',
      description: '',
      priceInCents: 0,
      addOns: [
        { id: 's', name: 'S', priceInCents: 2000 },
        { id: 'm', name: 'M', priceInCents: 2500 },
      ],
      customerMustPurchaseAtLeast: 0,
      customerCanNotPurchaseMoreThan: 2,
      left: null,
      pictureUrl: null,
    },
  ],
  siblingPercent: null,
  earlyBird: null,
}
const head: Head = {
  id: registrationId,
  name: 'Fall season',
  description: 'Ten weeks.',
  registrationType: 'TEAM',
  status: 'OPEN',
  opensAt: null,
  closesAt: null,
  organization: { id: clubId, name: 'Springfield FC', timezone: 'America/Chicago', country: 'US' },
  orgUnit: { id: `${clubId}.t00000000001`, name: 'Falcons' },
  isInviteOnly: false,
  waitingList: true,
  placesLeft: 3,
  form,
}
const { form: _form, ...shownHead } = head
const firstStep = {
  ...shownHead,
  ...form,
  currentlyLoggedUserFirstName: 'Rosa',
  currentlyLoggedUserLastName: 'Moreno',
}
const player = {
  registrationPlayerId: `${registrationId}.p00000000001`,
  firstName: 'Mia',
  lastName: 'Moreno',
  lines: [{ name: 'Full season', quantity: 1, cents: 12_000 }],
  reductions: [],
  priceInCents: 12_000,
}
const summary: AnswerOf<typeof SUMMARY> = {
  registration: { id: registrationId, name: 'Fall season', organizationName: 'Springfield FC', orgUnitName: 'Falcons' },
  players: [player],
  totalInCents: 12_000,
  hasPromoCodes: true,
  promoCode: null,
  paymentPlanEnabled: false,
  byPlan: false,
  parts: [{ amountInCents: 12_000, dueOn: '2026-11-21' }],
  payWays: ['BILL'],
  dueNowInCents: 12_000,
  processingFeeInCents: 0,
  isFull: false,
  waitingList: true,
}
const filled = {
  registrationPlayerId: player.registrationPlayerId,
  playerId: mia.id,
  firstName: 'Mia',
  lastName: 'Moreno',
  optionIds: ['season'],
  addOnFormResponses: [],
  answers: { first: ['Mia'], last: ['Moreno'], allergy: ['No'], waiver: ['Rosa Moreno'] },
  avatar: null,
}
const registered = {
  registrationPlayerId: player.registrationPlayerId,
  playerId: mia.id,
  firstName: 'Mia',
  lastName: 'Moreno',
  state: 'registered' as const,
  priceInCents: 12_000,
  heldUntil: null,
  before: null,
  payWays: [],
}
const begun = { [OPEN]: head, [FIRST]: firstStep }
const open = () =>
  show(<RegisterScreen />, { path: '/register/:registrationId', at: `/register/${registrationId}`, width: 'phone' })

it('asks for a player, shows what it costs, and says what happens next', async () => {
  let drafts: AnswerOf<typeof MINE>['drafts'] = []
  let done: AnswerOf<typeof MINE>['registered'] = []
  server.answers({
    ...begun,
    [MINE]: () => ({ players: [mia], drafts, registered: done, signed: [] }),
    [DETAILS]: () => {
      drafts = [filled]
      return { registrationPlayerId: filled.registrationPlayerId }
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
  await screen.findByText(/exactly as they stand in your profile/)
  expect(server.asked(DETAILS)).toEqual([])
  await user.type(screen.getByLabelText(/^Your signature/), ' Moreno')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Register' }))
  await screen.findByText('Registered')
  expect(server.asked(DETAILS).map(({ body }) => body)).toEqual([
    {
      registrationPlayerId: filled.registrationPlayerId,
      playerId: mia.id,
      optionIds: ['season'],
      answers: { first: ['Mia'], last: ['Moreno'], allergy: ['Yes'], which: ['Peanuts'], waiver: ['Rosa Moreno'] },
      addOnFormResponses: [
        { addOnId: 'shirt', quantity: 1, registrationPlayerAddOnFormContentList: [{ addOnOptionId: 'm' }] },
      ],
    },
  ])
  expect(server.asked(FINALIZE).map(({ body }) => body)).toEqual([
    { registrationPlayerIds: [filled.registrationPlayerId], totalInCents: 12_000, payBy: 'BILL' },
  ])
  expect(screen.getByRole('link', { name: 'See payments' })).toBeTruthy()
})

it('keeps what was filled in while its writer signs in', async () => {
  localStorage.clear()
  server.answers({ [OPEN]: head })
  const { user } = open()
  await user.type(await screen.findByLabelText(/^First name/), 'Nora')
  await user.type(screen.getByLabelText(/^Last name/), 'Moreno')
  await user.click(screen.getByRole('radio', { name: 'No' }))
  await user.click(screen.getByRole('button', { name: 'Sign in and continue' }))
  await waitFor(() => expect(address()).toBe(`/login?redirectUri=${encodeURIComponent(`/register/${registrationId}`)}`))
  const kept = Object.keys(sessionStorage).find((name) => name.startsWith('touchline.registering.'))
  expect(JSON.parse(sessionStorage.getItem(kept ?? '') ?? '{}')).toMatchObject({ answers: { first: ['Nora'] } })
})

it('shows the summary with a promo code, and a price that has changed meanwhile', async () => {
  server.answers({
    ...begun,
    [MINE]: { players: [mia], drafts: [filled], registered: [], signed: [] },
    [SUMMARY]: summary,
    [PROMO]: {
      ...summary,
      promoCode: { codeTitle: 'EARLY' },
      players: [{ ...player, reductions: [{ name: 'EARLY', cents: 2000 }], priceInCents: 10_000 }],
      totalInCents: 10_000,
    },
    [FINALIZE]: () => {
      throw new Problem('price_changed')
    },
  })
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Promo code' }), 'early')
  await user.click(screen.getByRole('button', { name: 'Use' }))
  await screen.findByText('Code EARLY is used.')
  expect(screen.getByText('−$20.00')).toBeTruthy()
  expect(screen.getAllByText('$100.00')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await screen.findByText('The price has changed meanwhile. Please look at it again.')
})

it('shows the place that is held where the page for paying could not be opened', async () => {
  const held = { ...registered, state: 'paying' as const, heldUntil: '2099-01-01T00:00:00.000Z' }
  let done: AnswerOf<typeof MINE>['registered'] = []
  server.answers({
    ...begun,
    [MINE]: () => ({ players: [mia], drafts: done.length > 0 ? [] : [filled], registered: done, signed: [] }),
    [SUMMARY]: () => ({ ...summary, players: done.length > 0 ? [] : [player], payWays: ['ONLINE'] }),
    [FINALIZE]: () => ({ players: (done = [held]) }),
    [PAYMENT]: () => Promise.reject(new Problem('conflict')),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Register and pay $120.00' }))
  expect(await screen.findByRole('button', { name: 'Pay now' })).toBeTruthy()
})

it('offers to wait when it is full', async () => {
  server.answers({
    [OPEN]: { ...head, placesLeft: 0 },
    [FIRST]: { ...firstStep, placesLeft: 0 },
    [MINE]: { players: [mia], drafts: [filled], registered: [], signed: [] },
    [SUMMARY]: { ...summary, isFull: true },
    [FINALIZE]: { players: [{ ...registered, state: 'waiting', before: 2 }] },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Join the waiting list' }))
  await waitFor(() => expect(server.asked(FINALIZE).map(({ body }) => body)).toMatchObject([{ wait: true }]))
})

it('says so to who is not invited', async () => {
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

it('finds what was typed again when the tab was closed, until it is sent', async () => {
  server.answers({
    ...begun,
    [MINE]: { players: [mia], drafts: [], registered: [], signed: [] },
  })
  const { user, unmount } = open()
  await user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  await user.click(screen.getByRole('radio', { name: 'Yes' }))
  await user.type(screen.getByLabelText(/^Which one/), 'Peanuts')
  unmount()
  sessionStorage.clear()
  open()
  expect(await screen.findByLabelText(/^Which one/)).toHaveProperty('value', 'Peanuts')
})

it('asks for nothing now where the first part is due on a later day', async () => {
  const later = [{ amountInCents: 12_000, dueOn: '2026-12-01' }]
  server.answers({
    ...begun,
    [MINE]: { players: [mia], drafts: [filled], registered: [], signed: [] },
    [SUMMARY]: { ...summary, payWays: ['ONLINE'], parts: later, dueNowInCents: 0 },
  })
  open()
  await screen.findByText(/^Nothing is due today: you are registered at once, and pay online from 12\/01\/2026/)
  expect(screen.getByRole('button', { name: 'Register' })).toBeDefined()
})

it('has a text signed once for all children, in the words in which it was signed', async () => {
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
    [DETAILS]: { registrationPlayerId: filled.registrationPlayerId },
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
