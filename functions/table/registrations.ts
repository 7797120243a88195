import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import type { AddOn } from '#shared/rules/registrations/addOns.ts'
import type { Installments } from '#shared/rules/registrations/installments.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import type { PromoCode } from '#shared/rules/registrations/promoCodes.ts'
import type { Question } from '#shared/rules/registrations/questions.ts'
import type { RegistrationType, Setup } from '#shared/rules/registrations/registration.ts'
import type { Standing } from '#shared/rules/registrations/window.ts'
import type { TrackType } from '#shared/rules/registrations/tracking.ts'
import { by, entity } from './entity.ts'
import { invitedPartition } from './invited.ts'
import type { PlayerTag } from './players.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

export type RegistrationId = { registrationId: string }
/**
 * What families can register for. Its days are those of its club’s zone, whichever that is. What is chosen, asked and paid beside
 * it are items of their own, so that who works at one step is not in the way of who works at another.
 */
export type Registration = RegistrationId &
  Setup &
  Standing & {
    registrationType: RegistrationType
    tags: PlayerTag[]
    mainPaymentAccountId: string | null
    createdAt: string
    launchedAt?: string
    copiedFrom?: string
  }

/** One of several parts in an item, and how often it was changed: of two who change it at once, the second is told. */
export type Revised<Part> = Part & { revision?: number }

/** The partition of a registration with all that it is made of, and with who has registered. */
export const registrationPartition = ({ registrationId }: RegistrationId) => `REGISTRATION#${registrationId}`
const list = (orgUnitId: string) => `REGISTRATIONS#${orgUnitId}`
const partOf = (name: string) => (id: RegistrationId) => ({ pk: registrationPartition(id), sk: `REG#${name}` })

const rows = entity<Registration, RegistrationId>('Registration', {
  key: (id) => ({ pk: registrationPartition(id), sk: 'REG' }),
  gsi1: by(['registrationId', 'createdAt'], ({ registrationId, createdAt }) => [
    list(orgUnitOf(registrationId)),
    createdAt,
  ]),
  gsi2: by(['registrationId', 'createdAt'], ({ registrationId, createdAt }) => [
    list(organizationOf(registrationId)),
    createdAt,
  ]),
})
export const registrationQuestions = entity<{ questions: Question[] }, RegistrationId>('Registration questions', {
  key: partOf('QUESTIONS'),
})
export const registrationOptions = entity<{ options: Revised<Option>[] }, RegistrationId>('Registration options', {
  key: partOf('OPTIONS'),
})
export const registrationAddOns = entity<{ addOns: Revised<AddOn>[] }, RegistrationId>('Registration add-ons', {
  key: partOf('ADD-ONS'),
})
export const registrationPromoCodes = entity<{ promoCodes: Revised<PromoCode>[] }, RegistrationId>(
  'Registration promo codes',
  { key: partOf('PROMO-CODES') },
)
export const registrationInstallments = entity<Installments, RegistrationId>('Registration installments', {
  key: partOf('INSTALLMENTS'),
})

/** A registration with all that it is made of. */
export type WholeRegistration = {
  registration: Stored<Registration>
  questions: Question[]
  options: Option[]
  addOns: AddOn[]
  promoCodes: PromoCode[]
  installments: Installments
  /** Which state of the questions, the options and the add-ons this is; 0 before there are any. */
  questionsRevision: number
  optionsRevision: number
  addOnsRevision: number
}

/** In one read; undefined where there is none. */
async function whole(id: RegistrationId, { consistent = true } = {}): Promise<WholeRegistration | undefined> {
  const found = await all({ pk: registrationPartition(id), ...startingWith('REG'), consistent })
  const of = <Row>({ kind }: { kind: string }) => found.find((row) => row.kind === kind) as Stored<Row> | undefined
  const registration = of<Registration>(rows)
  if (!registration) return undefined
  const asked = of<{ questions: Question[] }>(registrationQuestions)
  const chosen = of<{ options: Option[] }>(registrationOptions)
  const bought = of<{ addOns: AddOn[] }>(registrationAddOns)
  return {
    registration,
    questions: asked?.questions ?? [],
    questionsRevision: asked?.version ?? 0,
    options: chosen?.options ?? [],
    optionsRevision: chosen?.version ?? 0,
    addOns: bought?.addOns ?? [],
    addOnsRevision: bought?.version ?? 0,
    promoCodes: of<{ promoCodes: PromoCode[] }>(registrationPromoCodes)?.promoCodes ?? [],
    installments: of<Installments>(registrationInstallments) ?? { paymentPlanEnabled: false, items: [] },
  }
}

export const registrations = {
  ...rows,
  whole,
  /** Those of a club with all its teams, the newest first. */
  ofClub: (organizationId: string): Range => ({
    index: 'gsi2',
    pk: list(organizationId),
    from: '0',
    to: '9',
    newestFirst: true,
  }),
  /** Those of a team, or of the club itself: of each only what the shorter index holds. */
  ofUnit: (orgUnitId: string): Range => ({
    index: 'gsi1',
    pk: list(orgUnitId),
    from: '0',
    to: '9',
    newestFirst: true,
  }),
  /** The registration that an item of a list stands for. */
  idOf: (item: object): string => (item as { pk: string }).pk.slice('REGISTRATION#'.length),
}

type InvitedId = RegistrationId & { email: string }
/** Somebody who is invited to register, by their address in lower case. */
export type Invited = InvitedId & {
  invitedAt: string
  /** The club's own player they were invited for. */
  playerId?: string
  name?: string
  state: 'invited' | 'registered'
  /** `wanted`: they are mailed once it is launched. `told`: their mail lies in the outbox. */
  mail: 'wanted' | 'told'
  /** They were mailed before, and are reminded. */
  again?: true
}
export const registrationInvitations = {
  ...entity<Invited, InvitedId>('Registration invitation', {
    key: ({ email, ...id }) => ({ pk: registrationPartition(id), sk: `INVITED#${email.trim().toLowerCase()}` }),
    gsi1: by(['email', 'registrationId'], ({ email, registrationId }) => [invitedPartition(email), registrationId]),
  }),
  of: (id: RegistrationId): Range => ({ pk: registrationPartition(id), ...startingWith('INVITED#') }),
}

type NotifiedId = RegistrationId & { userId: string }
/** Somebody of the club who is told by mail when a player is registered. */
export type Notified = NotifiedId & { name: string; paymentsToo: boolean }
export const registrationNotifications = {
  ...entity<Notified, NotifiedId>('Registration notification', {
    key: ({ userId, ...id }) => ({ pk: registrationPartition(id), sk: `NOTIFIED#${userId}` }),
  }),
  of: (id: RegistrationId) => all<Notified>({ pk: registrationPartition(id), ...startingWith('NOTIFIED#') }),
}

type ExportId = RegistrationId & { exportId: string }
/** Somebody has taken the answers of those who registered as a file: who and when stands on it. */
export const registrationExports = entity<ExportId & { trackType?: TrackType }, ExportId>('Registration export', {
  key: ({ exportId, ...id }) => ({ pk: registrationPartition(id), sk: `EXPORT#${exportId}` }),
})

type ReachId = RegistrationId & { optionId: string }
/**
 * The dates of an option were changed while somebody had registered for it: those who have are still to be invited to these events
 * as far as they belong to it, and to come no more to those that do not. `after`: the entry up to which that is done.
 */
export const registrationReaches = entity<ReachId & { eventIds: string[]; after?: string | undefined }, ReachId>(
  'Registration reach',
  { key: ({ optionId, ...id }) => ({ pk: registrationPartition(id), sk: `REACH#${optionId}` }) },
)
