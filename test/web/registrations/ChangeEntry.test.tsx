import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Question } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import { former } from '#shared/rules/names.ts'
import { CancelDialog } from '#web/registrations/track/CancelDialog.tsx'
import { ChangeDialog } from '#web/registrations/track/ChangeDialog.tsx'
import { Problem } from '#shared/problems.ts'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'

const server = standInServer()
const CHANGE = 'POST /rest-api/register/{registrationId}/change'
const registrationId = `${teamId}.r00000000000`
const asked = (id: string, changes: Partial<Question>): Question => ({
  id: `question-${id}`,
  answerType: 'TEXT',
  questionTitle: id,
  description: '',
  answers: [],
  optional: false,
  readers: 'REGISTRARS',
  ...changes,
})
const details = {
  registrationId,
  registrationType: 'TEAM' as const,
  registrationStatus: 'OPEN' as const,
  orgUnit: { id: teamId, name: 'U12 Falcons' },
  organization: { id: organizationId, name: 'Springfield FC', timezone: 'America/Chicago', country: 'US' },
  setup: { ...firstSetup, name: 'Spring season' },
  mainPaymentAccountId: null,
  questions: [
    asked('First name', { standardLabel: 'FIRST_NAME' }),
    asked('Size', { answerType: 'OPTIONS_CHOOSE_ONE', answers: ['Medium', 'Large'] }),
    asked('Waiver', { answerType: 'WAIVER', description: 'At our own risk.' }),
  ],
  tags: [],
  createdAt: '2026-11-01T12:00:00.000Z',
  revision: 1,
  questionsRevision: 1,
}
const line = {
  registrationPlayerId: `${registrationId}.p0000000000a`,
  playerId: `${organizationId}.p0000000000a`,
  firstName: 'Ada',
  lastName: 'Moreno',
  trackType: 'REGISTERED' as const,
  waits: false,
  offeredUntil: null,
  lacking: [],
  over: [],
  unpayable: false,
  deposit: null,
  options: ['Season'],
  priceInCents: 12_000,
  payBy: 'BILL' as const,
  payment: null,
  registeredAt: '2026-11-10T12:00:00.000Z',
}
const option = (id: string, name: string, priceInCents: number) => {
  return { id, name, description: '', priceInCents, places: null, eventIds: [], revision: 0, taken: 0 }
}
const there = {
  'GET /rest-api/registration/track/{registrationId}/entry': {
    ...line,
    avatar: null,
    registeredBy: null,
    lines: [
      { name: 'Season', quantity: 1, cents: 10_000 },
      { name: 'Shirt, Large', quantity: 1, cents: 2000 },
    ],
    reductions: [],
    answers: [],
    answersGo: null,
    given: {
      revision: 7,
      optionIds: ['option-a'],
      addOns: [{ addOnId: 'add-on-shirt', quantity: 1, kindIds: ['kind-l'] }],
      answers: { 'question-Size': ['Large'] },
    },
    signed: [],
  },
  'GET /rest-api/registration/event-options/{registrationId}/summary': {
    options: [option('option-a', 'Season', 11_000), option('option-b', 'Camp', 15_000)],
    events: [],
  },
  'GET /rest-api/registration/add-ons/{registrationId}': {
    addOns: [
      {
        id: 'add-on-shirt',
        addOnName: 'Shirt',
        description: '',
        priceInCents: 0,
        addOns: ['Medium', 'Large'].map((name) => ({
          id: `kind-${name.slice(0, 1).toLowerCase()}`,
          name,
          priceInCents: 2000,
        })),
        customerMustPurchaseAtLeast: 0,
        customerCanNotPurchaseMoreThan: 3,
        places: null,
        fileMetadataId: null,
        revision: 0,
      },
    ],
    pictures: {},
  },
}
const open = (changes: Partial<typeof details> = {}) =>
  showScreen(<ChangeDialog details={{ ...details, ...changes }} entry={line} close={() => undefined} />)

it('changes a size at the same price, and sends only the change', async () => {
  server.answers({ ...there, [CHANGE]: {} })
  const { user } = open()
  await screen.findByText('The price stays the same: $120.00.')
  expect(screen.queryByLabelText(/First name|Waiver/)).toBeNull()
  await user.selectOptions(screen.getByLabelText(/^Shirt 1/), 'kind-m')
  await user.selectOptions(screen.getByLabelText(/^Size/), 'Medium')
  await screen.findByText('The price stays the same: $120.00.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked(CHANGE).map(({ body }) => body)).toMatchObject([
      {
        optionIds: ['option-a'],
        addOnFormResponses: [
          {
            addOnId: 'add-on-shirt',
            quantity: 1,
            registrationPlayerAddOnFormContentList: [{ addOnOptionId: 'kind-m' }],
          },
        ],
        answers: { 'question-Size': ['Medium'] },
        priceInCents: 12_000,
        revision: 7,
      },
    ]),
  )
})

it.each([
  ['US', '312 555 0100', undefined],
  ['', '312 555 0100', '9 digits required.'],
  ['', '312 555 010', undefined],
])('validates phone numbers by the club’s country: in %j, %j shows %j', async (country, typed, said) => {
  server.answers({ ...there, [CHANGE]: {} })
  const questions = [asked('Phone', { standardLabel: 'MOBILE_PHONE' })]
  const { user } = open({ questions, organization: { ...details.organization, country } })
  await user.type(await screen.findByLabelText(/^Phone/), typed)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  if (said === undefined)
    await waitFor(() => expect(server.asked(CHANGE)[0]?.body).toMatchObject({ answers: { 'question-Phone': [typed] } }))
  else expect(await screen.findByText(said)).toBeTruthy()
})

it('shows the new price and amount owed before saving, and why saving was rejected', async () => {
  server.answers({
    ...there,
    [CHANGE]: () => {
      throw new Problem('price_needs_fees')
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: /^Camp/ }))
  await screen.findByText(
    /The price changes from \$120\.00 to \$170\.00\. The additional \$50\.00 is added to what the family/,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^This changes what the family owes\. Ask someone/)).toBeTruthy()
  expect(server.asked(CHANGE)[0]?.body).toMatchObject({ priceInCents: 17_000 })
})

it('shows the placeholder name of an erased player', async () => {
  server.answers({ ...there, [CHANGE]: {} })
  const gone = { ...line, ...former, waits: true }
  const taking = showScreen(<CancelDialog details={details} entry={gone} close={() => undefined} />)
  expect(await screen.findByText(/^Former member is removed from the waiting list/)).toBeVisible()
  taking.unmount()
  const { user } = showScreen(<ChangeDialog details={details} entry={gone} close={() => undefined} />)
  await user.selectOptions(await screen.findByLabelText(/^Size/), 'Medium')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Changed for Former member\./)).toBeVisible()
})
