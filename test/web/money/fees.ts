import type { AnswerOf } from '#web/api.ts'
import { coachOf, organizationId, person, type Person, teamId } from '../people.ts'

type Fee = AnswerOf<'GET /rest-api/fee/search/{orgUnitId}'>['fees'][number]
type Details = AnswerOf<'GET /rest-api/fee/details/{feePlayerId}'>

const part = (id: string) => id.slice(organizationId.length + 1)
/** A fee of $50 due on 1 December without payments. */
export const fee = (name: Person = 'danley', overrides: Partial<Fee> = {}): Fee & { creditInCents: number } => ({
  feePlayerId: `${teamId}.d0000000000a.${part(person(name).id)}`,
  orgUnitId: teamId,
  player: person(name),
  name: 'Spring season',
  status: 'UNPAID',
  dueOn: '2026-12-01',
  amountInCents: 5000,
  paidInCents: 0,
  outstandingInCents: 5000,
  onItsWay: false,
  payers: null,
  // Only the family's own list of fees has it.
  creditInCents: 0,
  ...overrides,
})
export const details = (overrides: Partial<Details> = {}): Details => ({
  ...fee(),
  description: '',
  absorbFees: false,
  comingInCents: 0,
  credits: [],
  registration: null,
  waivedInCents: 0,
  organization: { id: organizationId, name: 'Riverside FC', timezone: 'America/Chicago' },
  payments: [],
  payers: null,
  toldAt: null,
  revision: 1,
  ...overrides,
})

/** A coach of the team with the right to edit fees, or with other rights. */
export function treasurer(permissions: ('canEditFees' | 'canEditEvents')[] = ['canEditFees']) {
  const { organizations, ...rest } = coachOf()
  return {
    ...rest,
    organizations: organizations.map((club) => ({
      ...club,
      teams: club.teams.map((team) => ({ ...team, permissions })),
    })),
  }
}
