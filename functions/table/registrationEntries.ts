import { instalmentFeeOf, isId, lastPart, playerFeeOf, registrationPlayerOf } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problems.ts'
import type { PickedAddOn } from '#shared/rules/register/choices.ts'
import type { Part, Price } from '#shared/rules/register/price.ts'
import { addHours } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import type { User } from './profiles.ts'
import { type RegistrationId, registrationPartition } from './registrations.ts'
import { goesAfter } from './retention.ts'
import { all, page, type Range, startingWith } from './table.ts'
import { ifUnchanged, type Stored, type Write } from './writes.ts'

type PlayerId = { playerId: string }
/** What a family enters for one child. `isNew`: the child becomes a player of the club on registration. */
export type Filled = {
  isNew: boolean
  firstName: string
  lastName: string
  optionIds: string[]
  addOns: PickedAddOn[]
  /** By field of the questions; see shared/rules/register/answers.ts. */
  answers: Record<string, string[]>
}

type DraftId = RegistrationId & User & PlayerId
/** A child's data that was entered but not submitted. `avatarId` is the file with the child's picture. */
export type RegistrationDraft = DraftId & Filled & { savedAt: string; avatarId?: string; signed?: Signed[] }
const drafts = entity<RegistrationDraft, DraftId>('Registration draft', {
  key: ({ userId, playerId, ...id }) => ({
    pk: registrationPartition(id),
    sk: `DRAFT#${userId}#${lastPart(playerId)}`,
  }),
})

type WithFiles = RegistrationId & PlayerId & Pick<Filled, 'answers'> & { avatarId?: string | undefined }
/**
 * The files of an entry, each with what it is attached to: those that answer questions, and the picture. They are recognized by
 * the format of their ids, since the question may have been removed.
 */
export function filesOfFilled({ registrationId, playerId, answers, avatarId }: WithFiles): [string, string][] {
  const about = registrationPlayerOf(registrationId, playerId)
  return [...Object.values(answers).flat(), avatarId ?? ''].filter((id) => isId('file', id)).map((id) => [id, about])
}

type CartId = RegistrationId & User
/** A family's choices for all its children on a registration, and which of them it has registered. */
export type RegistrationCart = CartId & { promoCodeId?: string; byPlan?: boolean; playerIds?: string[] }
const carts = entity<RegistrationCart, CartId>('Registration cart', {
  key: ({ userId, ...id }) => ({ pk: registrationPartition(id), sk: `DRAFT#${userId}` }),
})
/**
 * Files of a draft expire with it. DynamoDB removes the draft within two days after it expires, and the files have to exist until
 * then.
 */
const filesGoAfter = goesAfter['Registration draft'].hours + 4 * 24
export const registrationDrafts = {
  ...drafts,
  carts,
  filesUntil: ({ savedAt }: Pick<RegistrationDraft, 'savedAt'>): string => addHours(savedAt, filesGoAfter),
  /** A family's cart and drafts, in one query. */
  of: async ({ userId, ...id }: CartId) => {
    const range = { pk: registrationPartition(id), from: `DRAFT#${userId}`, to: `DRAFT#${userId}#\uffff` }
    const found = await all<object>({ ...range, consistent: true })
    return {
      cart: found.find(({ kind }) => kind === carts.kind) as Stored<RegistrationCart> | undefined,
      drafts: found.filter(({ kind }) => kind === drafts.kind) as Stored<RegistrationDraft>[],
    }
  },
}

/**
 * The state of an entry.
 *   registered  has a place, permanently
 *   paying      has a place until `heldUntil`, while it is being paid
 *   waiting     on the waiting list
 *   offered     has a place until `heldUntil`, if its family accepts it
 *   cancelled   has no place any more
 */
export type EntryState = 'registered' | 'paying' | 'waiting' | 'offered' | 'cancelled'
/** A waiver or signature: the exact text, by whom and when. `version` is that of the questions. */
export type Signed = {
  questionId: string
  title: string
  text: string
  name: string
  signedAt: string
  version?: number
}

export type Deposit = { cents: number; feeId: string; paidAt?: string }

export type EntryId = RegistrationId & PlayerId
/**
 * A player on a registration, with the prices at the time of choosing.
 *   parts      the instalments of a bill; `feeId` is the fee that they are charged as
 *   landing    `wanted`: the player is to be put on the team. `again`: the same after an undone merge, without telling anybody.
 *              `moved`: the club has changed the choices; the player is only to be invited to the events of the options that they
 *              were `given`, and no longer to those of the options that they have `left`, which are all options of a cancelled
 *              entry. `done`: nothing is left to do
 *   ownerId    the current player, after a merge; fees, files and links keep the entry's own player id
 *   answersGoAt    for a cancelled entry: when its answers, files and picture are deleted; `answersGoneAt`: when they were.
 *                  Signatures are kept by the club
 */
export type RegistrationEntry = EntryId &
  Filled &
  Omit<Price, 'subtotalInCents'> & {
    userId: string
    state: EntryState
    payBy: 'NONE' | 'BILL' | 'ONLINE'
    absorbFees: boolean
    parts: Part[]
    feeId: string
    promoCodeId?: string | undefined
    /** The code that was used up when a place was offered, and the price with it. */
    codeLost?: { codeTitle: string; priceInCents: number } | undefined
    avatarId?: string | undefined
    signed: Signed[]
    registeredAt: string
    heldUntil?: string | undefined
    /**
     * Until when a place was held whose payment was still in progress then: the family is told once that ends without payment.
     */
    lapsedAt?: string | undefined
    /** The family has given up the place: a later payment does not restore it, and is refunded. */
    givenUp?: true | undefined
    /**
     * The price when a place was offered, for a place that was accepted but not paid: it applies again if the player goes back to
     * waiting.
     */
    asOffered?: Part[] | undefined
    /** The deposit for the waiting list, the fee that it is charged as, and when it was paid. */
    deposit?: Deposit | undefined
    landing?: 'wanted' | 'again' | 'moved' | 'done' | undefined
    given?: string[] | undefined
    left?: string[] | undefined
    /** Events that were removed from their options while they were being put on teams and events. */
    gone?: string[] | undefined
    ownerId?: string | undefined
    answersGoAt?: string | undefined
    answersGoneAt?: string | undefined
    /** Its place among the entries: those on the waiting list in their order, all others by time. */
    place: string
  }
type Owned = Pick<RegistrationEntry, 'playerId' | 'ownerId'>
/** The current player of an entry. */
export const ownerOf = ({ playerId, ownerId = playerId }: Owned): string => ownerId
/** Whether an entry belongs to this player, by their current id or the one that was registered. */
export const isOf = (entry: Owned, playerId: string): boolean =>
  entry.playerId === playerId || ownerOf(entry) === playerId
type Charged = Pick<RegistrationEntry, 'feeId' | 'parts' | 'playerId' | 'deposit'>
/** The fee of one of its parts, counted from 0; a single part has the id itself. The first part pays for the place. */
export const partFeeOf = ({ playerId, feeId, parts }: Omit<Charged, 'deposit'>, i = 0) =>
  playerFeeOf(parts.length > 1 ? instalmentFeeOf(feeId, i) : feeId, playerId)
/** The fees of an entry: the parts of its price in order, and the deposit. */
export const chargedAs = (entry: Charged) => ({
  parts: entry.parts.map((_, i) => partFeeOf(entry, i)),
  deposit: entry.deposit && playerFeeOf(entry.deposit.feeId, entry.playerId),
})
/** Whether it has a place or is waiting for one. */
export const isActive = ({ state }: Pick<RegistrationEntry, 'state'>): boolean => state !== 'cancelled'
/** Whether the player is being put on the team and charged right now. */
export const isLanding = ({ landing }: Pick<RegistrationEntry, 'landing'>): boolean =>
  landing === 'wanted' || landing === 'again' || landing === 'moved'
/** The options that the club is giving them right now. If that was not stored, it may be any of them. */
export const givenTo = ({ landing, optionIds, given = optionIds }: RegistrationEntry): string[] =>
  landing === 'moved' ? given : []

const held = 'REGISTRATIONS-HELD'
const off = 'REGISTRATIONS-OFF'
const rows = entity<RegistrationEntry, EntryId>('Registration entry', {
  key: ({ playerId, ...id }) => ({ pk: registrationPartition(id), sk: `ENTRY#${lastPart(playerId)}` }),
  lsi1: by(['place'], ({ place }) => place),
  gsi1: by(['answersGoAt'], ({ answersGoAt }) => [off, answersGoAt]),
  gsi2: by(['heldUntil'], ({ heldUntil }) => [held, heldUntil]),
})

/** Sort keys of a registration's entries. */
export const placeOf = {
  entry: (at: string) => `ENTRY#${at}`,
  waiting: (at: string) => `WAITING#${at}`,
}

export const registrationEntries = {
  ...rows,
  /** All except waiting ones, newest first. */
  of: (id: RegistrationId): Range => ({
    index: 'lsi1',
    pk: registrationPartition(id),
    ...startingWith('ENTRY#'),
    newestFirst: true,
  }),
  /** The waiting ones, in their order. */
  waiting: (id: RegistrationId): Range => ({
    index: 'lsi1',
    pk: registrationPartition(id),
    ...startingWith('WAITING#'),
    consistent: true,
  }),
  /** Entries of all registrations whose hold has expired by an instant, at most 100; eventually consistent. */
  lapsed: async (now: string): Promise<Stored<RegistrationEntry>[]> =>
    (await page<RegistrationEntry>({ index: 'gsi2', pk: held, from: '0', to: now, limit: 100 })).rows,
  /** Entries of all registrations whose answers are due for deletion, at most 100; eventually consistent. */
  answersDue: async (now: string): Promise<EntryId[]> => {
    const { rows: due } = await page<PlayerId & { pk: string }>({
      index: 'gsi1',
      pk: off,
      from: '0',
      to: now,
      limit: 100,
    })
    // The index contains only their keys and the player.
    return due.map(({ pk, playerId }) => ({
      registrationId: pk.slice(registrationPartition({ registrationId: '' }).length),
      playerId,
    }))
  },
  /** When the answers of an entry cancelled at this instant are deleted: after as long as unsubmitted drafts are kept. */
  answersGoAt: (now: string): string => addHours(now, goesAfter['Registration draft'].hours),
}

type CountId = RegistrationId & { name: string }
/** How many of something limited are taken. One item each, since it must be exact. */
type RegistrationCount = CountId & { taken: number }
const counts = entity<RegistrationCount, CountId>('Registration count', {
  key: ({ name, ...id }) => ({ pk: registrationPartition(id), sk: `COUNT#${name}` }),
})
export const countNames = {
  places: 'places',
  option: (id: string) => `option#${id}`,
  addOn: (id: string) => `add-on#${id}`,
  promo: (id: string) => `promo#${id}`,
}
export const registrationCounts = {
  ...counts,
  /** How many are taken of each, by name. */
  of: async (id: RegistrationId, { consistent = false } = {}): Promise<ReadonlyMap<string, number>> => {
    const found = await all<RegistrationCount>({
      pk: registrationPartition(id),
      ...startingWith('COUNT#'),
      consistent,
    })
    return new Map(found.map(({ name, taken }) => [name, taken]))
  },
  /** Takes some, if enough are left; only counts if there is no limit. */
  take: (id: CountId, many: number, limit: number | null, otherwise: ProblemCode): Write<RegistrationCount> =>
    counts.upsert(
      id,
      { set: id, add: { taken: many }, ...(limit !== null && { when: [['taken', '<=', limit - many] as const] }) },
      otherwise,
    ),
  /** Takes nothing, but makes concurrent readers conflict: a player is waiting for some of it. */
  touch: (id: CountId): Write<RegistrationCount> => counts.upsert(id, { set: id, add: { taken: 0 } }),
  /** A condition: nobody has taken or touched it since it was read. */
  untouched: (id: CountId, read: Stored<RegistrationCount> | undefined): Write<RegistrationCount> =>
    read ? counts.check(id, ifUnchanged(read)) : counts.checkAbsent(id),
  giveBack: (id: CountId, many: number): Write<RegistrationCount> =>
    counts.change(id, { add: { taken: -many }, when: [['taken', '>=', many]] }),
}
