import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import type { AddOn } from '#shared/rules/registrations/addOns.ts'
import type { Installments } from '#shared/rules/registrations/installments.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import type { PromoCode } from '#shared/rules/registrations/promoCodes.ts'
import type { Question } from '#shared/rules/registrations/questions.ts'
import type { RegistrationType, Setup } from '#shared/rules/registrations/registration.ts'
import type { RegistrationWindow } from '#shared/rules/registrations/window.ts'
import type { TrackType } from '#shared/rules/registrations/tracking.ts'
import { by, entity } from './entity.ts'
import { invitationPartition } from './invitationsByAddress.ts'
import type { PlayerTag } from './players.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

export type RegistrationId = { registrationId: string }
/**
 * A registration that families can fill in. Its days are in the club's time zone. Options, questions and payments are items of their own,
 * so that people who edit different steps do not conflict.
 */
export type Registration = RegistrationId &
  Setup &
  RegistrationWindow & {
    registrationType: RegistrationType
    tags: PlayerTag[]
    mainPaymentAccountId: string | null
    createdAt: string
    launchedAt?: string
    copiedFrom?: string
  }

/** An element of a list in one item, with the number of its changes: of two people who change it at once, the second gets a conflict. */
export type Revised<Part> = Part & { revision?: number }

/** The partition of a registration, with its parts and entries. */
export const registrationPartition = ({ registrationId }: RegistrationId) => `REGISTRATION#${registrationId}`
const list = (orgUnitId: string) => `REGISTRATIONS#${orgUnitId}`
const partKey = (name: string) => (id: RegistrationId) => ({ pk: registrationPartition(id), sk: `REG#${name}` })

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
  key: partKey('QUESTIONS'),
})
export const registrationOptions = entity<{ options: Revised<Option>[] }, RegistrationId>('Registration options', {
  key: partKey('OPTIONS'),
})
export const registrationAddOns = entity<{ addOns: Revised<AddOn>[] }, RegistrationId>('Registration add-ons', {
  key: partKey('ADD-ONS'),
})
export const registrationPromoCodes = entity<{ promoCodes: Revised<PromoCode>[] }, RegistrationId>(
  'Registration promo codes',
  { key: partKey('PROMO-CODES') },
)
export const registrationInstallments = entity<Installments, RegistrationId>('Registration installments', {
  key: partKey('INSTALLMENTS'),
})

/** A registration with all of its parts. */
export type WholeRegistration = {
  registration: Stored<Registration>
  questions: Question[]
  options: Option[]
  addOns: AddOn[]
  promoCodes: PromoCode[]
  installments: Installments
  /** The versions of the questions, options and add-ons; 0 before there are any. */
  questionsRevision: number
  optionsRevision: number
  addOnsRevision: number
}

/** Reads it in one query; undefined if there is none. */
async function readWhole(id: RegistrationId, { consistent = true } = {}): Promise<WholeRegistration | undefined> {
  const items = await all<object>({ pk: registrationPartition(id), ...startingWith('REG'), consistent })
  const [registration] = rows.among(items)
  if (!registration) return undefined
  const [questionsRow] = registrationQuestions.among(items)
  const [optionsRow] = registrationOptions.among(items)
  const [addOnsRow] = registrationAddOns.among(items)
  return {
    registration,
    questions: questionsRow?.questions ?? [],
    questionsRevision: questionsRow?.version ?? 0,
    options: optionsRow?.options ?? [],
    optionsRevision: optionsRow?.version ?? 0,
    addOns: addOnsRow?.addOns ?? [],
    addOnsRevision: addOnsRow?.version ?? 0,
    promoCodes: registrationPromoCodes.among(items)[0]?.promoCodes ?? [],
    installments: registrationInstallments.among(items)[0] ?? { paymentPlanEnabled: false, items: [] },
  }
}

export const registrations = {
  ...rows,
  readWhole,
  /** The registrations of a club with all of its teams, the newest first. */
  ofClub: (organizationId: string): Range => ({
    index: 'gsi2',
    pk: list(organizationId),
    from: '0',
    to: '9',
    newestFirst: true,
  }),
  /** The registrations of a team, or of the club itself: with the attributes that gsi1 projects. */
  ofUnit: (orgUnitId: string): Range => ({
    index: 'gsi1',
    pk: list(orgUnitId),
    from: '0',
    to: '9',
    newestFirst: true,
  }),
  /** The id of a registration, from the key of a list's item. */
  idOf: (item: object): string => (item as { pk: string }).pk.slice('REGISTRATION#'.length),
}

type RegistrationInvitationId = RegistrationId & { email: string }
/** An invitation to register, by e-mail address in lower case. */
export type RegistrationInvitation = RegistrationInvitationId & {
  invitedAt: string
  /** The player that they were invited for. */
  playerId?: string
  name?: string
  state: 'invited' | 'registered'
  /** `wanted`: to be mailed once it is launched. `told`: the mail is in the outbox. */
  mail: 'wanted' | 'told'
  /** They were mailed before: this is a reminder. */
  again?: true
}
export const registrationInvitations = {
  ...entity<RegistrationInvitation, RegistrationInvitationId>('Registration invitation', {
    key: ({ email, ...id }) => ({ pk: registrationPartition(id), sk: `INVITED#${email.trim().toLowerCase()}` }),
    gsi1: by(['email', 'registrationId'], ({ email, registrationId }) => [invitationPartition(email), registrationId]),
  }),
  of: (id: RegistrationId): Range => ({ pk: registrationPartition(id), ...startingWith('INVITED#') }),
}

type RegistrationNotificationId = RegistrationId & { userId: string }
/** An administrator who is mailed when a player is registered. */
export type RegistrationNotification = RegistrationNotificationId & { name: string; paymentsToo: boolean }
export const registrationNotifications = {
  ...entity<RegistrationNotification, RegistrationNotificationId>('Registration notification', {
    key: ({ userId, ...id }) => ({ pk: registrationPartition(id), sk: `NOTIFIED#${userId}` }),
  }),
  of: (id: RegistrationId) =>
    all<RegistrationNotification>({ pk: registrationPartition(id), ...startingWith('NOTIFIED#') }),
}

type ExportId = RegistrationId & { exportId: string }
/** An export of the answers of all who registered; who made it and when is in the stamp. */
export const registrationExports = entity<ExportId & { trackType?: TrackType }, ExportId>('Registration export', {
  key: ({ exportId, ...id }) => ({ pk: registrationPartition(id), sk: `EXPORT#${exportId}` }),
})

type ReachId = RegistrationId & { optionId: string }
/**
 * Work that is left after the dates of an option were changed: to invite the players who have registered for it to these events, if they
 * belong to the option, or else to remove their invites. `after`: the entry up to which that is done.
 */
export const registrationReaches = entity<ReachId & { eventIds: string[]; after?: string | undefined }, ReachId>(
  'Registration reach',
  { key: ({ optionId, ...id }) => ({ pk: registrationPartition(id), sk: `REACH#${optionId}` }) },
)
