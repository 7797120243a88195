import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { Question } from '#shared/rules/registrations/questions.ts'
import { advanceTime, type FakeAnswers, clockFrom, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'
import { ACCOUNTS, accounts, AUTO_SAVE, DETAILS, details, openBuilder, option, OPTIONS, stripe } from './builder.tsx'

const server = standInServer()
beforeEach(() => clockFrom(Date.now()))
/** The delay of automatic saving after the last keystroke, in milliseconds. */
const pause = 800
const open = (more: FakeAnswers = {}, step?: string) => openBuilder(server, more, step)

it('has nine steps and starts with the setup', async () => {
  open()
  // A registration with a name is not shown as untitled while loading.
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Registration$/)
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    '1. Setup',
    '2. Tags',
    '3. Promo codes',
    '4. Installments',
    '5. Add-ons',
    '6. Invitations',
    '7. Notifications',
    '8. Launch summary',
    '9. Track',
  ])
  expect((await screen.findAllByText('$240.00')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText(/Name of the registration/)).toHaveProperty('value', 'Spring season')
})

it('saves input automatically, based on the current revision', async () => {
  const { user } = open({
    [AUTO_SAVE]: ({ body }) => {
      const { revision, ...changes } = body as { revision: number }
      return { setup: { ...details().setup, ...changes }, revision: revision + 1 }
    },
  })
  await user.type(await screen.findByLabelText(/Total places/), '20')
  await advanceTime(pause)
  await waitFor(() => expect(server.asked(AUTO_SAVE).at(-1)?.body).toEqual({ places: 20, revision: 1 }))
  expect(await screen.findByText('All changes are saved')).toBeDefined()
})

it('saves input based on another user’s newer revision, and says so', async () => {
  let theirs = details()
  const { user } = open({
    [DETAILS]: () => theirs,
    [AUTO_SAVE]: ({ body }) => {
      const { revision, ...changes } = body as { revision: number }
      if (revision === 1) {
        theirs = details({ revision: 2, setup: { ...details().setup, description: 'Theirs' } })
        throw new Problem('conflict')
      }
      theirs = details({ revision: 3, setup: { ...theirs.setup, ...changes } })
      return { setup: theirs.setup, revision: 3 }
    },
  })
  await user.type(await screen.findByLabelText(/Total places/), '20')
  await advanceTime(pause)
  await waitFor(() => expect(theirs.revision).toBe(2))
  await waitFor(async () => expect(screen.getByLabelText(/Description/)).toHaveProperty('value', 'Theirs'))
  await advanceTime(pause)
  await waitFor(() => expect(server.asked(AUTO_SAVE).at(-1)?.body).toEqual({ places: 20, revision: 2 }))
  expect(await screen.findByText(/Someone else has changed this in the/)).toBeDefined()
  expect(screen.getByLabelText(/Description/)).toHaveProperty('value', 'Theirs')
})

it('reloads the options when another one has the same name', async () => {
  let options = [option]
  const { user } = open({
    [OPTIONS]: () => ({ options, events: [] }),
    'POST /rest-api/registration/price/{registrationId}': {
      priceInCents: 9000,
      paysInCents: 9000,
      takenInCents: 0,
      getsInCents: 9000,
    },
    'POST /rest-api/registration/event-options/{registrationId}': () => {
      options = [option, { ...option, id: 'option-2', name: 'Goalkeepers' }]
      throw new Problem('REGISTRATION_EVENT_OPTION_NAME_EXISTS')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Add option' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getAllByText('Required.')).toHaveLength(2)
  await user.type(dialog.getByLabelText(/Option name/), 'Goalkeepers')
  await user.type(dialog.getByLabelText(/^Price/), '90.00')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Another option already has this name.')
  expect(server.asked('POST /rest-api/registration/event-options/{registrationId}')[0]?.body).toMatchObject({
    priceInCents: 9000,
  })
  await waitFor(() => expect(screen.getAllByText('Goalkeepers').length).toBeGreaterThan(0))
})

it('moves a question by a button and saves the order', async () => {
  const SAVE = 'PUT /rest-api/registration/questions/{registrationId}'
  const { user } = open({
    [SAVE]: ({ body }) => ({ questions: (body as { questions: Question[] }).questions, questionsRevision: 2 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Move Shirt size up' }))
  await waitFor(() => expect(server.asked(SAVE)).toHaveLength(1))
  const sent = server.asked(SAVE).map(({ body }) => body as { questions: Question[] })
  expect(sent[0]?.questions.map(({ questionTitle }) => questionTitle)).toEqual([
    'First name',
    'Shirt size',
    'Last name',
  ])
})

it('says that the questions are too long in total, and keeps the input', async () => {
  const SAVE = 'PUT /rest-api/registration/questions/{registrationId}'
  const { user } = open({ [SAVE]: () => Promise.reject(new Problem('too_large')) })
  await user.click(await screen.findByRole('button', { name: 'Add question' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Question' }))
  await user.type(await dialog.findByRole('textbox', { name: /^Question/ }), 'Which school?')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^The questions are too long in total\. Shorten/)
  expect(dialog.getByRole('textbox', { name: /^Question/ })).toHaveValue('Which school?')
})

it('shows what is missing before the launch', async () => {
  open(
    {
      'GET /rest-api/registration/launch/{registrationId}/summary': {
        name: 'Spring season',
        registrationStatus: 'DRAFT',
        dates: { launchDate: null, launchTime: null, closeDate: null, closeTime: null },
        places: null,
        isInviteOnly: false,
        questions: 3,
        options: [],
        addOns: 0,
        promoCodes: 0,
        installments: 0,
        tags: [],
        missing: [{ step: 'setup', at: 'options', code: 'no_option', message: 'At least 1 option.', limit: 1 }],
        revision: 1,
      },
    },
    'launch',
  )
  expect(await screen.findByText(/At least 1 option\./)).toBeDefined()
  expect(screen.getByRole('button', { name: /^Launch/ }).getAttribute('aria-disabled')).toBe('true')
})

it('selects the club’s account for online payments, and continues with the new revision', async () => {
  const ACCEPT = 'PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments'
  const { user } = open({
    [ACCEPT]: { mainPaymentAccountId: stripe.paymentAccountId, acceptPayments: true, revision: 2 },
    [AUTO_SAVE]: ({ body }) => ({
      setup: { ...details().setup, acceptPayments: true, ...(body as object) },
      revision: 3,
    }),
  })
  await user.click(await screen.findByRole('checkbox', { name: /Families can pay online/ }))
  expect(server.asked(ACCEPT)[0]?.body).toEqual({ acceptPayments: true })
  expect(await screen.findByText(/Cards \(Stripe\) · 2.9% and \$0.30 per payment/)).toBeDefined()
  await user.type(screen.getByLabelText(/Total places/), '9')
  await waitFor(() => expect(server.asked(AUTO_SAVE).at(-1)?.body).toEqual({ places: 9, revision: 2 }), {
    timeout: 3000,
  })
})

it('says that no account is ready for payments, and who can change that', async () => {
  open({ [ACCOUNTS]: accounts({ paymentAccounts: [{ ...stripe, isReady: false }] }) })
  expect(await screen.findByText(/An account has to be completed before/)).toBeDefined()
  expect(screen.getByText('Someone who can edit the club’s billing can add one.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Continue at Stripe' })).toBeNull()
  const box = screen.getByRole('checkbox', { name: /Families can pay online/ })
  expect(box.getAttribute('aria-disabled')).toBe('true')
})

it('validates the minimum and maximum of an add-on, where an empty maximum means none', async () => {
  const ADD = 'POST /rest-api/registration/add-ons/{registrationId}'
  const { user } = open({ [ADD]: ({ body }) => ({ addOns: [body as never], pictures: {} }) }, 'add-ons')
  await user.click(await screen.findByRole('button', { name: 'Add add-on' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/Add-on name/), 'Shirt')
  await user.type(dialog.getByLabelText(/^Price/), '25')
  await user.clear(dialog.getByLabelText(/^Minimum/))
  await user.type(dialog.getByLabelText(/^Minimum/), '3')
  await user.type(dialog.getByLabelText(/^Maximum/), '2')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('The minimum cannot be higher than the maximum.')
  await user.clear(dialog.getByLabelText(/^Maximum/))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(1))
  expect(server.asked(ADD)[0]?.body).toMatchObject({
    addOnName: 'Shirt',
    priceInCents: 2500,
    customerMustPurchaseAtLeast: 3,
    customerCanNotPurchaseMoreThan: null,
  })
})

it('rejects a repeated email and an empty invitation, and lists a missing way to pay', async () => {
  const invited = { email: 'gran@family.example', name: '', registered: false, mailed: false, invitedAt: '2026-11-01' }
  const family = { player: { id: `${organizationId}.p00000000001`, firstName: 'Mia', lastName: 'Moreno' } }
  const { user } = open(
    {
      'GET /rest-api/registration/invitations/{registrationId}/summary': {
        isInviteOnly: false,
        mailed: 'open',
        invited: 1,
        registered: 0,
      },
      'GET /rest-api/registration/invitations/{registrationId}/emails': { emails: [invited], cursor: null },
      'GET /rest-api/registration/teams/{orgId}': { all: false, teams: [{ id: teamId, name: 'U12 Falcons' }] },
      'GET /rest-api/registration/invitations/{registrationId}/candidates': {
        candidates: [{ ...family, emails: [{ email: 'rosa@family.example', name: 'Rosa' }] }],
      },
      'GET /rest-api/registration/launch/{registrationId}/summary': {
        name: 'Spring season',
        registrationStatus: 'DRAFT',
        dates: { launchDate: null, launchTime: null, closeDate: null, closeTime: null },
        places: null,
        isInviteOnly: false,
        questions: 3,
        options: [{ id: 'option-1', name: 'Full season', priceInCents: 24_000 }],
        addOns: 0,
        promoCodes: 0,
        installments: 0,
        tags: [],
        missing: [{ step: 'setup', at: 'acceptPayments', code: 'no_payment', message: '', limit: null }],
        revision: 1,
      },
    },
    'invitations',
  )
  await screen.findByText('gran@family.example')
  screen.getByText('It is closed. Emails are sent once families can register again.')
  await user.type(screen.getByLabelText(/^E-mail/), 'Gran@family.example')
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await screen.findByText('This e-mail has already been added.')
  await user.click(await screen.findByRole('checkbox', { name: /Mia Moreno/ }))
  const invite = screen.getByRole('button', { name: /^Invite 0/ })
  expect(invite.getAttribute('aria-disabled')).toBe('true')
  await user.click(invite)
  await screen.findByText('Choose at least 1 player.')
  expect(server.asked('POST /rest-api/registration/invitations/{registrationId}')).toEqual([])
  await user.click(screen.getByRole('tab', { name: '8. Launch summary' }))
  await screen.findByText(/Choose how families pay: online, or when billed\./)
})

it('saves a payment plan on continuing to the next step, which starts at its top', async () => {
  const PLAN = 'POST /rest-api/registration/installments/{registrationId}'
  const items = [
    { percent: 50, dueDate: '2026-12-01' },
    { percent: 50, dueDate: '2027-01-01' },
  ]
  const { user } = open(
    {
      'GET /rest-api/registration/installments/{registrationId}': { paymentPlanEnabled: false, items, revision: 0 },
      'POST /rest-api/registration/installments/{registrationId}/calculate': { items, options: [] },
      [PLAN]: ({ body }) => ({ ...(body as { paymentPlanEnabled: boolean; items: typeof items }), revision: 1 }),
    },
    'installments',
  )
  await user.click(await screen.findByRole('switch', { name: 'Offer a payment plan' }))
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  await screen.findByRole('tab', { name: '5. Add-ons', selected: true })
  expect(server.asked(PLAN).map(({ body }) => body)).toEqual([{ paymentPlanEnabled: true, items, revision: 0 }])
  expect(document.activeElement?.textContent).toContain('U12 Falcons')
})
