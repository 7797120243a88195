import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import type { AnswerOf } from '#web/api.ts'
import { coachOf, organizationId, teamId } from '../people.ts'

/** A user who manages the team's registrations. */
export function registrar() {
  const { organizations, ...rest } = coachOf()
  return {
    ...rest,
    organizations: organizations.map((club) => ({
      ...club,
      customRegistrationEnabled: true,
      teams: club.teams.map((team) => ({ ...team, permissions: ['canManageRegistration' as const] })),
    })),
  }
}

export const registrationId = `${teamId}.r00000000000`
/** The team's open registration. */
export const details = (): AnswerOf<'GET /rest-api/registration/step-details/{registrationId}'> => ({
  registrationId,
  registrationType: 'TEAM',
  registrationStatus: 'OPEN',
  orgUnit: { id: teamId, name: 'U12 Falcons' },
  organization: { id: organizationId, name: 'Springfield FC', timezone: 'America/Chicago', country: 'US' },
  setup: { ...firstSetup, name: 'Spring season' },
  mainPaymentAccountId: null,
  questions: [...firstQuestions],
  tags: [],
  createdAt: '2026-11-01T12:00:00.000Z',
  revision: 1,
  questionsRevision: 1,
})
