import { firstQuestions, type Question } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import BuilderScreen from '#web/registrations/BuilderScreen.tsx'
import type { FakeAnswers, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { registrar } from './registrar.ts'

export const DETAILS = 'GET /rest-api/registration/step-details/{registrationId}'
export const AUTO_SAVE = 'PATCH /rest-api/registration/setup/{registrationId}'
export const OPTIONS = 'GET /rest-api/registration/event-options/{registrationId}/summary'
export const TOTALS = 'GET /rest-api/registration/track/{registrationId}/totals'
export const ACCOUNTS = 'GET /rest-api/registration/payment-accounts/{registrationId}'
export const registrationId = `${teamId}.r00000000000`

export const shirt: Question = {
  id: 'question-shirt',
  answerType: 'OPTIONS_CHOOSE_ONE',
  questionTitle: 'Shirt size',
  description: '',
  answers: ['S', 'M'],
  optional: false,
  readers: 'REGISTRARS',
}
export const details = (changes: object = {}) => ({
  registrationId,
  registrationType: 'TEAM' as const,
  registrationStatus: 'DRAFT' as const,
  orgUnit: { id: teamId, name: 'U12 Falcons' },
  organization: { id: organizationId, name: 'Springfield FC', timezone: 'America/Chicago', country: 'US' },
  setup: { ...firstSetup, name: 'Spring season' },
  mainPaymentAccountId: null,
  questions: [...firstQuestions, shirt],
  tags: [],
  createdAt: '2026-11-01T12:00:00.000Z',
  revision: 1,
  questionsRevision: 1,
  ...changes,
})
export const stripe = {
  paymentAccountId: `${organizationId}.a00000000001`,
  paymentProviderName: 'STRIPE' as const,
  isReady: true,
  hasLeft: false,
  fees: { perMille: 29, cents: 30 },
}
export const accounts = (changes: object = {}) => ({
  paymentAccounts: [stripe],
  mainPaymentAccountId: null,
  acceptPayments: false,
  revision: 1,
  ...changes,
})
export const option = {
  id: 'option-1',
  name: 'Full season',
  description: '',
  priceInCents: 24_000,
  places: 18,
  eventIds: [],
  revision: 0,
  taken: 0,
}

/** Opens the builder at a step. */
export function openBuilder(server: ReturnType<typeof standInServer>, moreAnswers: FakeAnswers = {}, step = 'setup') {
  server.answers({
    'GET /api/v1/playersAndTeams': registrar(),
    [DETAILS]: details(),
    [OPTIONS]: { options: [option], events: [] },
    'GET /rest-api/registration/add-ons/{registrationId}': { addOns: [], pictures: {} },
    [ACCOUNTS]: accounts(),
    'GET /rest-api/registration/installments/{registrationId}': { paymentPlanEnabled: false, items: [], revision: 0 },
    ...moreAnswers,
  })
  return showInShell(<BuilderScreen />, {
    path: '/:orgId/:teamId/team-registration/:id',
    at: `/${organizationId}/${teamId}/team-registration/${registrationId}?step=${step}`,
  })
}
