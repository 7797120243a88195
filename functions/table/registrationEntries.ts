import { instalmentFeeOf, isId, lastPart, playerFeeOf, registrationPlayerOf } from '#shared/ids.ts'
import type { ProblemCode } from '#shared/problems.ts'
import type { PickedAddOn } from '#shared/rules/register/choices.ts'
import type { Part, Price } from '#shared/rules/register/price.ts'
import { addHours } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import type { User } from './profiles.ts'
import { type RegistrationId, registrationPartition } from './registrations.ts'
import { timeToLive } from './retention.ts'
import { all, type Range, startingWith } from './table.ts'
import { ifUnchanged, type Stored, type Write } from './writes.ts'

type PlayerId = { playerId: string }
/** What a family has filled in for one child. `isNew`: the child becomes a player of the club when it is registered. */
export type FilledForm = {
  isNew: boolean
  firstName: string
  lastName: string
  optionIds: string[]
  addOns: PickedAddOn[]
  /** The answers, by field; see shared/rules/register/answers.ts. */
  answers: Record<string, string[]>
}

type DraftId = RegistrationId & User & PlayerId
/** What was filled in for a child who is not registered yet. `avatarId`: the file with the child's picture. */
export type RegistrationDraft = DraftId & FilledForm & { savedAt: string; avatarId?: string; signed?: SignedWaiver[] }
const drafts = entity<RegistrationDraft, DraftId>('Registration draft', {
  key: ({ userId, playerId, ...id }) => ({
    pk: registrationPartition(id),
    sk: `DRAFT#${userId}#${lastPart(playerId)}`,
  }),
})

type WithFiles = RegistrationId & PlayerId & Pick<FilledForm, 'answers'> & { avatarId?: string | undefined }
/**
 * The files among what was filled in, each with the field that has it: answers to questions, and the picture. They are recognized by the
 * shape of their ids, since the question of a file may have been deleted.
 */
export function filesOfForm({ registrationId, playerId, answers, avatarId }: WithFiles): [string, string][] {
  const about = registrationPlayerOf(registrationId, playerId)
  return [...Object.values(answers).flat(), avatarId ?? ''].filter((id) => isId('file', id)).map((id) => [id, about])
}

type CartId = RegistrationId & User
/** What a family has chosen for all of its children on a registration, and the ids of those it has registered. */
export type RegistrationCart = CartId & { promoCodeId?: string; byPlan?: boolean; playerIds?: string[] }
const carts = entity<RegistrationCart, CartId>('Registration cart', {
  key: ({ userId, ...id }) => ({ pk: registrationPartition(id), sk: `DRAFT#${userId}` }),
})
/** The files of a draft expire two days later than the draft, which DynamoDB deletes within that time. */
const draftFileHours = timeToLive['Registration draft'].hours + 4 * 24
export const registrationDrafts = {
  ...drafts,
  carts,
  filesUntil: ({ savedAt }: Pick<RegistrationDraft, 'savedAt'>): string => addHours(savedAt, draftFileHours),
  /** A family's cart and drafts, in one query. */
  of: async ({ userId, ...id }: CartId) => {
    const range = { pk: registrationPartition(id), from: `DRAFT#${userId}`, to: `DRAFT#${userId}#\uffff` }
    const found = await all<object>({ ...range, consistent: true })
    return {
      cart: carts.among(found)[0],
      drafts: drafts.among(found),
    }
  },
}

/**
 *   registered  has a place
 *   paying      a place is held until `heldUntil`, while it is paid
 *   waiting     is on the waiting list
 *   offered     a place is held until `heldUntil`, for the family to accept
 *   cancelled   has no place any more
 */
export type EntryState = 'registered' | 'paying' | 'waiting' | 'offered' | 'cancelled'
/** A signed waiver: its text, who signed it and when. `version`: of the questions. */
export type SignedWaiver = {
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
 * A player on a registration, with what it cost when it was chosen. `parts` are due by a bill; `feeId` is what they are charged as.
 * `landing`: the player is to be put on the team, or is; `again` after a merge that was taken back, and nobody is told; `moved` where the
 * club has changed what was chosen, and they only come to what belongs to the options that they were `given`, and no more to what belongs
 * to those that they have `left`, which of one that was taken off are all of them. `ownerId`: who has it, since the player was made one
 * with another: its own id, by which fees, files and links name it, stays. `answersGoAt`: of one that was taken off, when its answers, its
 * files and its picture go; `answersGoneAt`: when they have gone. What was signed stays with the club.
 */
export type RegistrationEntry = EntryId &
  FilledForm &
  Omit<Price, 'subtotalInCents'> & {
    userId: string
    state: EntryState
    payBy: 'NONE' | 'BILL' | 'ONLINE'
    absorbFees: boolean
    parts: Part[]
    feeId: string
    promoCodeId?: string | undefined
    /** The promotion code that was used up when a place was offered, and the price with it. */
    codeLost?: { codeTitle: string; priceInCents: number } | undefined
    avatarId?: string | undefined
    signed: SignedWaiver[]
    registeredAt: string
    heldUntil?: string | undefined
    /** When the hold of a place lapsed whose payment was still under way: the family is mailed if that ends without paying it. */
    lapsedAt?: string | undefined
    /** The family has given the place up: a later payment is refunded. */
    givenUp?: true | undefined
    /** The parts before an offered place was accepted: if the player goes back to the waiting list, they apply again. */
    asOffered?: Part[] | undefined
    /** The deposit for the waiting list, the fee that it is charged as, and when it was paid. */
    deposit?: Deposit | undefined
    landing?: 'wanted' | 'again' | 'moved' | 'done' | undefined
    given?: string[] | undefined
    left?: string[] | undefined
    /** Events that were removed from the chosen options while the registration landed. */
    gone?: string[] | undefined
    ownerId?: string | undefined
    answersGoAt?: string | undefined
    answersGoneAt?: string | undefined
    /** The sort key on lsi1: the waiting list in its order, all others by time. */
    place: string
  }
type OwnedEntry = Pick<RegistrationEntry, 'playerId' | 'ownerId'>
/** The player of an entry: the one it was made for, or the one they were merged into. */
export const ownerOf = ({ playerId, ownerId = playerId }: OwnedEntry): string => ownerId
/** Whether an entry is of this player, by their id or by one that was merged into it. */
export const isOfPlayer = (entry: OwnedEntry, playerId: string): boolean =>
  entry.playerId === playerId || ownerOf(entry) === playerId
type ChargedEntry = Pick<RegistrationEntry, 'feeId' | 'parts' | 'playerId' | 'deposit'>
/** The id of the fee of a part, counted from 0; a single part has the id itself. The first one pays for the place. */
export const partFeeIdOf = ({ playerId, feeId, parts }: Omit<ChargedEntry, 'deposit'>, i = 0) =>
  playerFeeOf(parts.length > 1 ? instalmentFeeOf(feeId, i) : feeId, playerId)
/** The ids of the fees of an entry: the parts in their order, and the deposit. */
export const feeIdsOf = (entry: ChargedEntry) => ({
  parts: entry.parts.map((_, i) => partFeeIdOf(entry, i)),
  deposit: entry.deposit && playerFeeOf(entry.deposit.feeId, entry.playerId),
})
/** Whether it has a place, or waits for one. */
export const isActive = ({ state }: Pick<RegistrationEntry, 'state'>): boolean => state !== 'cancelled'
/** Whether it is landing: being put on the team and charged. */
export const isLanding = ({ landing }: Pick<RegistrationEntry, 'landing'>): boolean =>
  landing === 'wanted' || landing === 'again' || landing === 'moved'
/** The options that the club has added in a change that is landing; all of them where that was not stored. */
export const addedOptionIds = ({ landing, optionIds, given = optionIds }: RegistrationEntry): string[] =>
  landing === 'moved' ? given : []

const heldList = 'REGISTRATIONS-HELD'
const cancelledList = 'REGISTRATIONS-OFF'
const rows = entity<RegistrationEntry, EntryId>('Registration entry', {
  key: ({ playerId, ...id }) => ({ pk: registrationPartition(id), sk: `ENTRY#${lastPart(playerId)}` }),
  lsi1: by(['place'], ({ place }) => place),
  gsi1: by(['answersGoAt'], ({ answersGoAt }) => [cancelledList, answersGoAt]),
  gsi2: by(['heldUntil'], ({ heldUntil }) => [heldList, heldUntil]),
})

/** Sort keys on lsi1. */
export const placeOf = {
  entry: (at: string) => `ENTRY#${at}`,
  waiting: (at: string) => `WAITING#${at}`,
}

export const registrationEntries = {
  ...rows,
  /** All entries but those on the waiting list, the newest first. */
  of: (id: RegistrationId): Range => ({
    index: 'lsi1',
    pk: registrationPartition(id),
    ...startingWith('ENTRY#'),
    newestFirst: true,
  }),
  /** The waiting list, in its order. */
  waiting: (id: RegistrationId): Range => ({
    index: 'lsi1',
    pk: registrationPartition(id),
    ...startingWith('WAITING#'),
    consistent: true,
  }),
  /** Entries of all registrations whose hold has lapsed by an instant. */
  lapsed: (now: string): Range => ({ index: 'gsi2', pk: heldList, from: '0', to: now }),
  /** Entries of all registrations whose answers are to be deleted, with only the attributes in the index. */
  answersDue: (now: string): Range => ({ index: 'gsi1', pk: cancelledList, from: '0', to: now }),
  /** The id of an entry, also of one that has only the attributes in an index. */
  idOf: (item: PlayerId): EntryId => ({
    registrationId: (item as PlayerId & { pk: string }).pk.slice(registrationPartition({ registrationId: '' }).length),
    playerId: item.playerId,
  }),
  /** When the answers of an entry that is cancelled at this instant are deleted: after as long as a draft. */
  answersGoAt: (now: string): string => addHours(now, timeToLive['Registration draft'].hours),
}

type CountId = RegistrationId & { name: string }
/** How much of a limited thing has been taken. One item for each, since the count has to be exact. */
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
  /** How much has been taken of each, by name. */
  of: async (id: RegistrationId, { consistent = false } = {}): Promise<ReadonlyMap<string, number>> => {
    const found = await all<RegistrationCount>({
      pk: registrationPartition(id),
      ...startingWith('COUNT#'),
      consistent,
    })
    return new Map(found.map(({ name, taken }) => [name, taken]))
  },
  /** Takes so many, on the condition that the limit is not exceeded; without a limit it only counts. */
  take: (id: CountId, quantity: number, limit: number | null, otherwise: ProblemCode): Write<RegistrationCount> =>
    counts.upsert(
      id,
      {
        set: id,
        add: { taken: quantity },
        ...(limit !== null && { when: [['taken', '<=', limit - quantity] as const] }),
      },
      otherwise,
    ),
  /** Changes the version only: conflicts with `checkUntouched`, since somebody waits for some of it. */
  touch: (id: CountId): Write<RegistrationCount> => counts.upsert(id, { set: id, add: { taken: 0 } }),
  /** A condition check that nobody has taken or touched it since it was read. */
  checkUntouched: (id: CountId, stored: Stored<RegistrationCount> | undefined): Write<RegistrationCount> =>
    stored ? counts.check(id, ifUnchanged(stored)) : counts.checkAbsent(id),
  release: (id: CountId, quantity: number): Write<RegistrationCount> =>
    counts.change(id, { add: { taken: -quantity }, when: [['taken', '>=', quantity]] }),
}
