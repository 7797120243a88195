import { coachOf } from '../people.ts'

/** Somebody who manages the registrations of the team. */
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
