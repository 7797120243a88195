import type { AnswerOf } from '#web/api.ts'
import { organizationId } from './people.ts'

/** A club with all its settings, including a custom player field for the shirt size. */
export const clubDetails: AnswerOf<'GET /rest-api/organization/details/{orgId}'> = {
  id: organizationId,
  name: 'World Cup 2026',
  timezone: 'America/Chicago',
  country: '',
  phone: '',
  address: '',
  website: '',
  isRosterVisible: true,
  chatEnabled: true,
  academyEnabled: false,
  customRegistrationEnabled: false,
  adminSecondFactor: false,
  processingFeePerMil: 0,
  processingFeeInCents: 0,
  reminderHours: [],
  playerFields: [{ id: 'shirt', name: 'Shirt size', type: 'CHOICE', choices: ['S'], required: false }],
  sport: { name: 'Soccer', fieldLabel: 'Field' },
  orgAdmin: true,
  permissions: [],
  revision: 1,
}
