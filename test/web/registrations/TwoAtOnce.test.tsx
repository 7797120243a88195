import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { Question } from '#shared/rules/registrations/questions.ts'
import { standInServer } from '../fakeServer.tsx'
import { DETAILS, details, openBuilder, option, OPTIONS, shirt as size } from './builder.tsx'

const server = standInServer()
const CODES = 'GET /rest-api/registration/promo-codes/{registrationId}'
const PLAN = 'GET /rest-api/registration/installments/{registrationId}'

it('offers another user’s changes of an option, and saves based on them', async () => {
  const CHANGE = 'PUT /rest-api/registration/event-options/{registrationId}/{optionId}'
  let stands = option
  const { user } = openBuilder(server, {
    [OPTIONS]: () => ({ options: [stands], events: [] }),
    'POST /rest-api/registration/price/{registrationId}': {
      ...{ priceInCents: 24_000, paysInCents: 24_000, takenInCents: 0, getsInCents: 24_000 },
    },
    [CHANGE]: ({ body }) => {
      const sent = body as Omit<typeof option, 'id'>
      if (sent.revision !== stands.revision) throw new Problem('conflict')
      stands = { ...stands, ...sent, revision: sent.revision + 1 }
      return { options: [stands] }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for Full season' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  const places = dialog.getByLabelText(/^Places for this option/)
  await user.clear(places)
  await user.type(places, '30')
  stands = { ...option, priceInCents: 26_000, revision: 1 }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^Someone else has changed this in the/)
  expect(places).toHaveValue('30')
  await user.click(dialog.getByRole('button', { name: 'Continue with the other version' }))
  await waitFor(() => expect(places).toHaveValue('18'))
  expect(dialog.getByLabelText(/^Price/)).toHaveValue('260.00')
  await user.clear(places)
  await user.type(places, '30')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(stands).toMatchObject({ priceInCents: 26_000, places: 30, revision: 2 }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const shirt = {
  id: 'add-on-shirt',
  addOnName: 'Shirt',
  description: '',
  priceInCents: 2500,
  addOns: [],
  customerMustPurchaseAtLeast: 0,
  customerCanNotPurchaseMoreThan: null,
  places: null,
  fileMetadataId: null,
  revision: 3,
}
const code = {
  id: 'code-1',
  codeTitle: 'EARLY',
  promoCodeType: 'AMOUNT' as const,
  discountInCents: 500,
  discountInPercentile: null,
  expires: null,
  maxUse: null,
  revision: 3,
}

it('rejects an add-on based on a stale revision', async () => {
  const CHANGE = 'PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}'
  const { user } = openBuilder(
    server,
    {
      'GET /rest-api/registration/add-ons/{registrationId}': { addOns: [shirt], pictures: {} },
      [CHANGE]: () => Promise.reject(new Problem('conflict')),
    },
    'add-ons',
  )
  await user.click(await screen.findByRole('button', { name: 'Actions for Shirt' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Stock/), '12')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^Someone else has changed this in the/)
  expect(server.asked(CHANGE)[0]?.body).toMatchObject({ places: 12, revision: 3 })
})

it('rejects a promo code based on a stale revision', async () => {
  const CHANGE = 'PUT /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}'
  const { user } = openBuilder(
    server,
    { [CODES]: { promoCodes: [code] }, [CHANGE]: () => Promise.reject(new Problem('conflict')) },
    'promo-codes',
  )
  await user.click(await screen.findByRole('button', { name: 'Actions for EARLY' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Maximum number of uses/), '12')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^Someone else has changed this in the/)
  expect(server.asked(CHANGE)[0]?.body).toMatchObject({ maxUse: 12, revision: 3 })
})

it('rejects installments based on a stale revision, and stays at the step', async () => {
  const SAVE = 'POST /rest-api/registration/installments/{registrationId}'
  const items = ['2026-12-31', '2027-01-31'].map((dueDate) => ({ percent: 50, dueDate }))
  const { user } = openBuilder(
    server,
    {
      [PLAN]: { paymentPlanEnabled: false, items, revision: 3 },
      'POST /rest-api/registration/installments/{registrationId}/calculate': { items, options: [] },
      [SAVE]: () => Promise.reject(new Problem('conflict')),
    },
    'installments',
  )
  await user.click(await screen.findByRole('switch', { name: 'Offer a payment plan' }))
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  await screen.findByText(/^Someone else has changed this in the/)
  expect(server.asked(SAVE)[0]?.body).toEqual({ paymentPlanEnabled: true, items, revision: 3 })
  screen.getByRole('tab', { name: '4. Installments', selected: true })
})

const QUESTIONS = 'PUT /rest-api/registration/questions/{registrationId}'
/** The questions as the server keeps them; it rejects changes based on an older revision. */
function keptQuestions() {
  const kept = { questions: details().questions, questionsRevision: 1 }
  const answers = {
    [DETAILS]: () => details(kept),
    [QUESTIONS]: ({ body }: { body: unknown }) => {
      const sent = body as typeof kept
      if (sent.questionsRevision !== kept.questionsRevision) throw new Problem('conflict')
      return Object.assign(kept, { questions: sent.questions, questionsRevision: sent.questionsRevision + 1 })
    },
  }
  const theirs = (questions: Question[]) => Object.assign(kept, { questions, questionsRevision: 2 })
  return { kept, answers, theirs }
}
const titles = ({ questions }: { questions: Question[] }) => questions.map(({ questionTitle }) => questionTitle)
async function edit(user: ReturnType<typeof openBuilder>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  return within(await screen.findByRole('dialog', { name: 'Question' }))
}

it.each([
  ['before saving', true],
  ['only after the rejection', false],
])(
  'rejects a question based on a stale revision, and reverts nothing: the tab reads the newer one %s',
  async (_, isRead) => {
    const { kept, answers, theirs } = keptQuestions()
    const { user } = openBuilder(server, answers)
    const dialog = await edit(user, 'Shirt size')
    const title = dialog.getByRole('textbox', { name: /^Question/ })
    await user.type(title, '?')
    const medical = { ...size, medical: true, description: 'Also of allergies.' }
    theirs([...details().questions.slice(0, 2), medical])
    if (isRead) {
      act(() => void window.dispatchEvent(new Event('focus')))
      await waitFor(() => expect(server.asked(DETAILS)).toHaveLength(2))
    }
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(/^Someone else has changed this in the/)
    expect(kept.questions.at(-1)).toEqual(medical)
    expect(title).toHaveValue('Shirt size?')
    await user.click(dialog.getByRole('button', { name: 'Continue with the other version' }))
    await waitFor(() => expect(title).toHaveValue('Shirt size'))
    expect(dialog.getByRole('checkbox', { name: 'It asks about health' })).toHaveProperty('checked', true)
    await user.type(title, '!')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(kept.questions.at(-1)).toEqual({ ...medical, questionTitle: 'Shirt size!' }))
  },
)

it('saves a question after another user has changed a different one, once that was shown', async () => {
  const { kept, answers, theirs } = keptQuestions()
  const { user } = openBuilder(server, answers)
  const dialog = await edit(user, 'Shirt size')
  await user.type(dialog.getByRole('textbox', { name: /^Question/ }), '?')
  theirs([...details().questions.slice(0, 1), size])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^Someone else has changed this in the/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(titles(kept)).toEqual(['First name', 'Shirt size?']))
})

it('asks before restoring a question that another user has deleted', async () => {
  const { kept, answers, theirs } = keptQuestions()
  const { user } = openBuilder(server, answers)
  const dialog = await edit(user, 'Shirt size')
  await user.type(dialog.getByRole('textbox', { name: /^Question/ }), '?')
  theirs(details().questions.slice(0, 2))
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(server.asked(DETAILS)).toHaveLength(2))
  const answer = async (name: string) => {
    await user.click(dialog.getByRole('button', { name: 'Save', hidden: true }))
    const asks = await screen.findByRole('dialog', { name: /^Someone else has removed this question\. Add/ })
    await user.click(within(asks).getByRole('button', { name }))
  }
  await answer('Cancel')
  expect(server.asked(QUESTIONS)).toEqual([])
  expect(dialog.getByRole('textbox', { name: /^Question/ })).toHaveValue('Shirt size?')
  await answer('Add it again')
  await waitFor(() => expect(titles(kept)).toEqual(['First name', 'Last name', 'Shirt size?']))
})

it('saves quick changes in order, and continues from another user’s changes', async () => {
  const { kept, answers, theirs } = keptQuestions()
  const { user } = openBuilder(server, answers)
  const up = await screen.findByRole('button', { name: 'Move Shirt size up' })
  act(() => {
    up.click()
    up.click()
  })
  await waitFor(() => expect(titles(kept)).toEqual(['Shirt size', 'First name', 'Last name']))
  expect(server.asked(QUESTIONS)).toHaveLength(2)
  expect(screen.queryByText(/^Someone else has changed the questions in the/)).toBeNull()
  theirs([...details().questions.slice(0, 2)])
  kept.questionsRevision = 7
  await user.click(screen.getByRole('button', { name: 'Move First name down' }))
  await screen.findByText(/^Someone else has changed the questions in the/)
  await waitFor(() => expect(screen.queryByText('Shirt size')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Move First name down' }))
  await waitFor(() => expect(titles(kept)).toEqual(['Last name', 'First name']))
})

it('saves two quick changes of notifications', async () => {
  const LIST = 'GET /rest-api/registration/notifications/{registrationId}'
  const ada = { userId: 'ada', name: 'Ada', paymentsToo: false }
  openBuilder(
    server,
    {
      [LIST]: { notifications: [ada, { ...ada, userId: 'ben', name: 'Ben' }] },
      'GET /rest-api/registration/notifications/{registrationId}/candidates': { candidates: [] },
      'PUT /rest-api/registration/notifications/{registrationId}/{userId}': { ...ada, paymentsToo: true },
    },
    'notifications',
  )
  await screen.findByText('Ada')
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  act(() => {
    for (const box of boxes) box.click()
  })
  await waitFor(() => expect(boxes.map(({ checked }) => checked)).toEqual([true, true]))
})
