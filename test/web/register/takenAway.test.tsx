import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { faultAt, Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import { keepDraft } from '#web/kit/form/drafts.ts'
import { toDraftName } from '#web/register/storedInputs.ts'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { filledDetails, firstStep, head, mia, registrationId, summary } from './family.ts'

const server = standInServer()
const OPEN = 'GET /rest-api/register/{registrationId}/open'
const FIRST = 'GET /rest-api/register/{registrationId}/first-step'
const MINE = 'GET /rest-api/register/{registrationId}/my-players'
const DETAILS = 'POST /rest-api/register/{registrationId}/details'
const SUMMARY = 'GET /rest-api/register/{registrationId}/summary'
const FINALIZE = 'POST /rest-api/register/{registrationId}/finalize'

beforeEach(() => {
  for (const name of Object.keys(localStorage)) if (name.includes('register.')) localStorage.removeItem(name)
})

const [season] = firstStep.options
const [shirt] = firstStep.addons
const week = (id: string) => ({ ...season!, id, name: id, priceInCents: 5000 })
/** One unit of an add-on without kinds, or of one of its kinds. */
const bought = (addOnId: string, kind?: string) => ({
  addOnId,
  quantity: 1,
  registrationPlayerAddOnFormContentList: kind === undefined ? [] : [{ addOnOptionId: kind }],
})
type Draft = AnswerOf<typeof MINE>['drafts'][number]
type Asked = Partial<Pick<typeof firstStep, 'options' | 'addons' | 'registrationType'>>
/** Opens a saved player again after the club has changed the form to `asked`. */
async function lookedAtAgain(draft: Partial<Draft>, asked: Asked) {
  const { registrationType = 'TEAM' } = asked
  server.answers({
    [OPEN]: { ...head, registrationType },
    [FIRST]: { ...firstStep, ...asked },
    [MINE]: { players: [mia], drafts: [{ ...filledDetails, ...draft }], registered: [], signed: [] },
    [SUMMARY]: summary,
    [DETAILS]: { registrationPlayerId: filledDetails.registrationPlayerId },
  })
  const { user } = showScreen(<RegisterScreen />, {
    path: '/register/:registrationId',
    at: `/register/${registrationId}`,
  })
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  await screen.findByRole('button', { name: 'Continue' })
  return user
}
const sent = () =>
  server.asked(DETAILS).map(({ body }) => {
    const { optionIds, addOnFormResponses } = body as Draft
    return [optionIds, addOnFormResponses]
  })

it('drops an event option that the club has deleted, and sends the others', async () => {
  const asked = { registrationType: 'EVENT' as const, options: [week('week-1'), week('week-2')] }
  const user = await lookedAtAgain({ optionIds: ['week-1', 'gone'] }, asked)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(sent()).toEqual([[['week-1'], []]]))
})

it('selects the only remaining option of a team registration', async () => {
  const user = await lookedAtAgain({ optionIds: ['gone'] }, { options: [week('week-2')] })
  // At the option, and in the total.
  expect(screen.getAllByText('$50.00')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(sent()).toEqual([[['week-2'], []]]))
})

it('drops a deleted add-on, and requires another selection for a deleted kind', async () => {
  const user = await lookedAtAgain(
    { addOnFormResponses: [bought('ball'), bought('shirt', 'xl')] },
    { addons: [shirt!] },
  )
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const kind = screen.getByLabelText('Which one')
  expect(kind).toHaveProperty('value', '')
  expect(sent()).toEqual([])
  await user.selectOptions(kind, 'M · $25.00')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(sent()).toEqual([[['season'], [bought('shirt', 'm')]]]))
})

it('opens the right child when answers have to be reviewed', async () => {
  const other = { ...filledDetails, registrationPlayerId: `${registrationId}.p0000000000z`, firstName: 'Ola' }
  const ola = { ...other, answers: { ...filledDetails.answers, first: ['Ola'] } }
  const { firstName, lastName, registrationPlayerId } = ola
  const [player] = summary.players
  server.answers({
    [OPEN]: head,
    [FIRST]: firstStep,
    [MINE]: { players: [mia], drafts: [filledDetails, ola], registered: [], signed: [] },
    [SUMMARY]: { ...summary, players: [player!, { ...player!, firstName, lastName, registrationPlayerId }] },
    [FINALIZE]: () => {
      const at = `registrationPlayerRequestForm.${registrationPlayerId}`
      throw new Problem('registration_changed', [faultAt(at, 'invalid')])
    },
  })
  const { user } = showScreen(<RegisterScreen />, {
    path: '/register/:registrationId',
    at: `/register/${registrationId}`,
  })
  await user.click(await screen.findByRole('button', { name: 'Register' }))
  await user.click(await screen.findByRole('button', { name: 'Review it again' }))
  expect(await screen.findByLabelText(/^First name/)).toHaveProperty('value', 'Ola')
})

it('applies this to unsent drafts as well', async () => {
  keepDraft(toDraftName(registrationId, filledDetails), { optionIds: ['gone'], addOns: { ball: [''] } })
  const user = await lookedAtAgain({}, { options: [week('week-1'), week('week-2')] })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(sent()).toEqual([])
  await user.click(screen.getByRole('radio', { name: /^week-2 · / }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(sent()).toEqual([[['week-2'], []]]))
})
