import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { firstQuestions, type Question } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import { problems } from '#shared/sentences.ts'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'
import { AUTO_SAVE, DETAILS, details, openBuilder, option, OPTIONS, shirt, TOTALS } from './builder.tsx'

const server = standInServer()
const open = (more: FakeAnswers = {}, step?: string) => openBuilder(server, more, step)

const QUESTIONS = 'PUT /rest-api/registration/questions/{registrationId}'
const kept: FakeAnswers = {
  [QUESTIONS]: ({ body }) => ({ questions: (body as { questions: Question[] }).questions, questionsRevision: 2 }),
}
const lastKept = () => (server.asked(QUESTIONS).at(-1)?.body as { questions: Question[] } | undefined)?.questions.at(-1)

it('shows numbers to coaches, but phones and addresses only to registrars', async () => {
  const { user } = open(kept)
  const add = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: /Add standard question|Standard questions/ }))
    await user.click(await screen.findByRole('menuitem', { name, hidden: true }))
    await waitFor(() => expect(lastKept()?.questionTitle).toBe(name))
    return lastKept()?.readers
  }
  expect(await add('Number')).toBe('COACHES')
  for (const name of ['Home phone', 'Mobile phone', 'Address', 'City', 'State', 'Zip'])
    expect([name, await add(name)]).toEqual([name, 'REGISTRARS'])
})

it('warns about deleting an answered question, and restores it at its position', async () => {
  const { user } = open({ ...kept, [DETAILS]: details({ registrationStatus: 'OPEN' }) })
  const before = details().questions
  await user.click(await screen.findByRole('button', { name: 'Actions for Shirt size' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove', hidden: true }))
  const asked = within(await screen.findByRole('dialog', { name: 'Remove Shirt size?' }))
  asked.getByText(/existing answers are no longer shown/)
  await user.click(asked.getByRole('button', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.asked(QUESTIONS)).toHaveLength(2))
  expect(server.asked(QUESTIONS).map(({ body }) => body)).toEqual([
    { questions: firstQuestions, questionsRevision: 1 },
    { questions: before, questionsRevision: 2 },
  ])
})

it('asks whether an edited question with answers is still the same', async () => {
  const totals = { registered: 2, paying: 0, waiting: 0, priceInCents: 0, days: [], options: [] }
  const { user } = open({
    ...kept,
    [DETAILS]: details({ registrationStatus: 'OPEN' }),
    [TOTALS]: { ...totals, answered: [{ questionId: shirt.id, players: 12 }] },
  })
  const reword = async (name: string, words: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
    const form = within(await screen.findByRole('dialog', { name: 'Question' }))
    await user.clear(form.getByRole('textbox', { name: /^Question/ }))
    await user.type(form.getByRole('textbox', { name: /^Question/ }), words)
    await user.click(form.getByRole('button', { name: 'Save' }))
  }
  const answer = async (name: string) => {
    const asked = within(await screen.findByRole('dialog', { name: 'Is it still the same question?' }))
    asked.getByText('It has been answered for 12 players with its old wording.')
    await user.click(asked.getByRole('button', { name }))
  }
  await reword('Shirt size', 'Size of the shirt')
  await answer('The same question')
  await waitFor(() => expect(lastKept()).toEqual({ ...shirt, questionTitle: 'Size of the shirt' }))
  await reword('Size of the shirt', 'Size of the trousers')
  await answer('A new question')
  await waitFor(() => expect(lastKept()?.questionTitle).toBe('Size of the trousers'))
  expect(lastKept()?.id).not.toBe(shirt.id)
  // This question has no answers, so it is edited without asking.
  await reword('Size of the trousers', 'Trousers')
  await waitFor(() => expect(lastKept()?.questionTitle).toBe('Trousers'))
})

it('makes health questions visible to registrars only', async () => {
  const { user } = open(kept)
  await user.click(await screen.findByRole('button', { name: 'Add question' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Question' }))
  await user.type(dialog.getByLabelText(/^Question/), 'Allergies')
  const readers = dialog.getByLabelText(/Who can see the answer/)
  await user.selectOptions(readers, 'Also the team’s coaches')
  await user.click(dialog.getByRole('checkbox', { name: 'It asks about health' }))
  expect([(readers as HTMLSelectElement).value, readers.getAttribute('aria-disabled')]).toEqual(['REGISTRARS', 'true'])
  dialog.getByText('Health information is only visible to people who manage registrations.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(lastKept()).toMatchObject({ questionTitle: 'Allergies', medical: true, readers: 'REGISTRARS' }),
  )
  expect((await screen.findAllByText(/About health · Visible to registrars only/)).length).toBe(1)
})

it('drops the health flag when a question becomes a heading', async () => {
  const { user } = open(kept)
  await user.click(await screen.findByRole('button', { name: 'Add question' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Question' }))
  await user.type(dialog.getByLabelText(/^Question/), 'Allergies')
  await user.click(dialog.getByRole('checkbox', { name: 'It asks about health' }))
  await user.selectOptions(dialog.getByLabelText(/^Answer type/), 'Heading')
  expect(dialog.queryByRole('checkbox', { name: 'It asks about health' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(lastKept()).toMatchObject({ questionTitle: 'Allergies', answerType: 'SECTION_TITLE' }))
  expect(lastKept()?.medical).toBeUndefined()
})

it('shows a live preview of what a family sees', async () => {
  const setup = {
    ...{ ...firstSetup, name: 'Spring season', places: 18, isInviteOnly: true },
    ...{ launchDate: '2026-12-01', closeDate: '2026-12-20', closeTime: '18:00' },
    ...{ siblingDiscount: { percent: 10 }, earlyBird: { percent: 5, until: '2026-12-05' } },
  }
  const waiver = { answerType: 'WAIVER' as const, description: 'At our own risk.', answers: [] }
  const address = { answerType: 'TEXT' as const, answers: [], standardLabel: 'ADDRESS' as const }
  const { user } = open({
    [DETAILS]: details({
      setup,
      questions: [
        ...firstQuestions,
        { ...shirt, ...waiver, id: 'question-waiver', questionTitle: 'Waiver' },
        { ...shirt, ...address, id: 'question-home', questionTitle: 'Home' },
      ],
    }),
    [OPTIONS]: {
      options: [{ ...option, eventIds: ['event'] }],
      events: [{ id: 'event', name: 'Week 1', start: '2026-12-07T15:00:00Z', timezone: 'America/Chicago' }],
    },
    'GET /rest-api/registration/add-ons/{registrationId}': {
      addOns: [
        {
          ...{ id: 'add-on-1', addOnName: 'Shirt', description: 'Blue', priceInCents: 0, places: null },
          addOns: [{ id: 'kind-s', name: 'Small', priceInCents: 2000 }],
          ...{ customerMustPurchaseAtLeast: 1, customerCanNotPurchaseMoreThan: 3, fileMetadataId: 'file', revision: 0 },
        },
      ],
      pictures: { file: '/files/shirt.jpg' },
    },
    'GET /rest-api/registration/installments/{registrationId}': {
      paymentPlanEnabled: true,
      items: [
        { percent: 40, dueDate: '2026-12-01' },
        { percent: 60, dueDate: '2027-01-01' },
      ],
      revision: 0,
    },
    [AUTO_SAVE]: ({ body }) => ({ setup: { ...setup, ...(body as object) }, revision: 2 }),
  })
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  await preview.findByText('60% on 01/01/2027')
  for (const text of [
    '18 places',
    'Only people who are invited',
    /^Opens .*12\/01\/2026.*12:00 AM/,
    /^Open until .*12\/20\/2026.*6:00 PM/,
    // Each of these is a section of its own.
    '10% off for the second and every further child',
    '5% off until 12/05/2026',
    '18 places · Week 1, Mon 7 Dec',
    /Blue · Small \$20\.00 · Required, at least 1 · up to 3/,
    '40% on 12/01/2026',
    'Signed by typing one’s name',
    'City',
    'State',
    'Zip',
    'Billed later',
  ])
    preview.getByText(text)
  expect(preview.getAllByRole('presentation')[0]?.getAttribute('src')).toBe('/files/shirt.jpg')
  await user.clear(screen.getByLabelText(/Total places/))
  await user.type(screen.getByLabelText(/Total places/), '25')
  await user.clear(screen.getByLabelText(/Early-bird discount/))
  await user.type(screen.getByLabelText(/Early-bird discount/), '7.5')
  preview.getByText('25 places')
  preview.getByText(/7\.5% off until 12\/05\/2026/)
})

it('has no preview in steps that families do not see', async () => {
  for (const step of ['invitations', 'notifications', 'track']) {
    const { unmount } = open({}, step)
    await screen.findByRole('tab', { name: /Setup/ })
    expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull()
    unmount()
  }
})

it('searches tags once typing pauses, and offers a new one only if none has that name', async () => {
  const SEARCH = 'GET /rest-api/registration/tag/search/{registrationId}'
  const { user } = open({ [SEARCH]: { tags: [] } }, 'tags')
  await user.type(await screen.findByLabelText(/^Find or create a tag/), 'Goalkeeper')
  await screen.findByRole('button', { name: /Goalkeeper/ })
  const asked = server.asked(SEARCH).map(({ query }) => query['filter'])
  expect(asked.filter((filter) => filter !== undefined)).toEqual(['Goalkeeper'])
})

it('reports families that were not invited, and invites them again', async () => {
  const INVITE = 'POST /rest-api/registration/invitations/{registrationId}'
  const player = { id: `${organizationId}.p00000000001`, firstName: 'Mia', lastName: 'Moreno' }
  const about = {
    'GET /rest-api/registration/invitations/{registrationId}/summary': {
      isInviteOnly: false,
      mailed: 'now' as const,
      invited: 0,
      registered: 0,
    },
    'GET /rest-api/registration/invitations/{registrationId}/emails': { emails: [], cursor: null },
    'GET /rest-api/registration/teams/{orgId}': { all: false, teams: [{ id: teamId, name: 'U12 Falcons' }] },
    'GET /rest-api/registration/invitations/{registrationId}/candidates': {
      candidates: [{ player, emails: [{ email: 'rosa@family.example', name: 'Rosa' }] }],
    },
  }
  const { user } = open({ ...about, [INVITE]: () => Promise.reject(new Problem('busy')) }, 'invitations')
  await user.click(await screen.findByRole('button', { name: /^Invite 1/ }))
  await screen.findByText(problems.busy[1])
  server.answers({ [INVITE]: { invited: 1, already: [], noMail: [] } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1 person invited')
  expect(server.asked(INVITE)).toHaveLength(2)
  expect(screen.queryByText(/(does|do) not accept email/)).toBeNull()
  // The message about a bouncing address stays.
  server.answers({ [INVITE]: { invited: 1, already: [], noMail: ['rosa@family.example'] } })
  await user.click(await screen.findByRole('button', { name: /^Invite 1/ }))
  await screen.findByText(/^rosa@family.example has been invited but does not accept email from Touchline/)
})

it('restores the launch dates after a detour to an incomplete step', async () => {
  const missing = [
    { step: 'setup' as const, at: 'acceptPayments', code: 'no_payment' as const, message: '', limit: null },
  ]
  const { user } = open(
    {
      'GET /rest-api/registration/launch/{registrationId}/summary': {
        name: 'Spring season',
        registrationStatus: 'DRAFT',
        dates: { launchDate: null, launchTime: null, closeDate: '2027-03-01', closeTime: null },
        ...{ places: null, isInviteOnly: false, questions: 3, options: [], addOns: 0, promoCodes: 0 },
        ...{ installments: 0, tags: [], missing, revision: 1 },
      },
    },
    'launch',
  )
  const day = async () => (await screen.findByLabelText<HTMLInputElement>('Launch date')).value
  await user.type(await screen.findByLabelText('Launch date'), '2027-02-01')
  await user.click(screen.getByRole('button', { name: 'Go to Setup' }))
  await screen.findByRole('tab', { name: '1. Setup', selected: true })
  await user.click(screen.getByRole('tab', { name: '8. Launch summary' }))
  expect(await day()).toBe('02/01/2027')
  screen.getByText('These dates have not been saved yet.')
  expect(screen.getByLabelText<HTMLInputElement>('Close date').value).toBe('03/01/2027')
})
