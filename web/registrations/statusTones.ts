import type { RegistrationStatus } from '#shared/rules/registrations/registration.ts'

export const statusTones = {
  DRAFT: 'plain',
  SCHEDULED: 'primary',
  OPEN: 'success',
  CLOSED: 'warning',
} as const satisfies Record<RegistrationStatus, string>
