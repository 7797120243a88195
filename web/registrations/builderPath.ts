import type { BuilderStep } from '#shared/rules/registrations/launch.ts'
import type { RegistrationType } from '#shared/rules/registrations/registration.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { paths } from '../paths.ts'

type BuiltRegistration = { registrationId: string; registrationType: RegistrationType }

/** URL of a registration's editor, at the given or the first step. */
export function builderPath({ registrationId, registrationType }: BuiltRegistration, step?: BuilderStep): string {
  const screen = registrationType === 'TEAM' ? paths.teamRegistration : paths.eventRegistration
  const params = { orgId: organizationOf(registrationId), teamId: teamOf(registrationId), id: registrationId }
  return screen(params, { step })
}
