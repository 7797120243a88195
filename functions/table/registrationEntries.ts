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
/** What a family fills in for one child. `isNew`: the child comes to be as a player of the club when it is registered. */
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
/** A child that somebody has filled in and not sent off yet. `avatarId` is the file with the child's picture. */
export type RegistrationDraft = DraftId & Filled & { savedAt: string; avatarId?: string; signed?: Signed[] }
const drafts = entity<RegistrationDraft, DraftId>('Registration draft', {
  key: ({ userId, playerId, ...id }) => ({
    pk: registrationPartition(id),
    sk: `DRAFT#${userId}#${lastPart(playerId)}`,
  }),
})

type WithFiles = RegistrationId & PlayerId & Pick<Filled, 'answers'> & { avatarId?: string | undefined }
/**
 * The files of what was filled in, each with what names it: those that answer questions, and the picture. They are known by
 * how their ids are written, for the question that one of them answers may be there no more.
 */
export function filesOfFilled({ registrationId, playerId, answers, avatarId }: WithFiles): [string, string][] {
  const about = registrationPlayerOf(registrationId, playerId)
  return [...Object.values(answers).flat(), avatarId ?? ''].filter((id) => isId('file', id)).map((id) => [id, about])
}

type CartId = RegistrationId & User
/** What a family chose for all its children on a registration, and which of them it has registered. */
export type RegistrationCart = CartId & { promoCodeId?: string; byPlan?: boolean; playerIds?: string[] }
const carts = entity<RegistrationCart, CartId>('Registration cart', {
  key: ({ userId, ...id }) => ({ pk: registrationPartition(id), sk: `DRAFT#${userId}` }),
})
/** Files of a draft go with it: the table takes it away within two days after it has expired, and they are there as long as it is. */
const filesGoAfter = goesAfter['Registration draft'].hours + 4 * 24
export const registrationDrafts = {
  ...drafts,
  carts,
  filesUntil: ({ savedAt }: Pick<RegistrationDraft, 'savedAt'>): string => addHours(savedAt, filesGoAfter),
  /** A family's cart with its children: one read. */
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
 *   registered  has a place, for good
 *   paying      has a place until `heldUntil`, while it is paid
 *   waiting     waits for a place
 *   offered     has a place until `heldUntil`, if its family takes it
 *   cancelled   has none any more
 */
export type EntryState = 'registered' | 'paying' | 'waiting' | 'offered' | 'cancelled'
/** A waiver or a signature: what was agreed to, word for word, by whom, and when. `version`: that of the questions. */
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
 * A player on a registration, with what it cost when it was chosen. `parts` are due by a bill; `feeId` is what they are
 * charged as. `landing`: the player is to be put on the team, or is; `again` after a merge that was taken back, and nobody
 * is told; `moved` where the club has changed what was chosen, and they only come to what belongs to the options that they were `given`, and no more to what belongs to those that they have `left`, which of one that was taken off are all of them. `ownerId`: who has it, since the player was made one with another: its own id, by which fees, files and links
 * name it, stays. `answersGoAt`: of one that was taken off, when its answers, its files and its picture go; `answersGoneAt`: when they
 * have gone. What was signed stays with the club.
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
    /** The code that had been used up when a place was offered, and what it had cost with it. */
    codeLost?: { codeTitle: string; priceInCents: number } | undefined
    avatarId?: string | undefined
    signed: Signed[]
    registeredAt: string
    heldUntil?: string | undefined
    /** Until when a place was held whose payment was still under way then: its family is told once that has ended without paying it. */
    lapsedAt?: string | undefined
    /** Its family has given the place up: a payment that comes later buys it no more, and goes back. */
    givenUp?: true | undefined
    /** What was to be paid when a place was offered that was taken and is not paid yet: who waits on has that before them again. */
    asOffered?: Part[] | undefined
    /** What its place on the waiting list costs, the fee that it is charged as, and since when that is paid. */
    deposit?: Deposit | undefined
    landing?: 'wanted' | 'again' | 'moved' | 'done' | undefined
    given?: string[] | undefined
    left?: string[] | undefined
    /** Events that were taken out of what they have chosen at the moment in which they were put where they belong. */
    gone?: string[] | undefined
    ownerId?: string | undefined
    answersGoAt?: string | undefined
    answersGoneAt?: string | undefined
    /** Where it stands among the others: those that wait in their order, all the rest by time. */
    place: string
  }
type Owned = Pick<RegistrationEntry, 'playerId' | 'ownerId'>
/** Whose it is by now. */
export const ownerOf = ({ playerId, ownerId = playerId }: Owned): string => ownerId
/** Whether it is this player's, by who they are now or by the id under which they were registered. */
export const isOf = (entry: Owned, playerId: string): boolean =>
  entry.playerId === playerId || ownerOf(entry) === playerId
type Charged = Pick<RegistrationEntry, 'feeId' | 'parts' | 'playerId' | 'deposit'>
/** The fee of one of its parts, counted from 0: where there is one part alone, that has the id itself. By the first a place is paid. */
export const partFeeOf = ({ playerId, feeId, parts }: Omit<Charged, 'deposit'>, i = 0) =>
  playerFeeOf(parts.length > 1 ? instalmentFeeOf(feeId, i) : feeId, playerId)
/** What it is charged as for this player: the parts of its price in their order, and what waiting costs. */
export const chargedAs = (entry: Charged) => ({
  parts: entry.parts.map((_, i) => partFeeOf(entry, i)),
  deposit: entry.deposit && playerFeeOf(entry.deposit.feeId, entry.playerId),
})
/** It has a place, or waits for one. */
export const isActive = ({ state }: Pick<RegistrationEntry, 'state'>): boolean => state !== 'cancelled'
/** It is being put on the team and charged at this moment. */
export const isLanding = ({ landing }: Pick<RegistrationEntry, 'landing'>): boolean =>
  landing === 'wanted' || landing === 'again' || landing === 'moved'
/** The options that the club has given them at this moment. Where that was not noted, it may have been any of them. */
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

/** Places in the order of a registration's entries. */
export const placeOf = {
  entry: (at: string) => `ENTRY#${at}`,
  waiting: (at: string) => `WAITING#${at}`,
}

export const registrationEntries = {
  ...rows,
  /** All but those that wait, the newest first. */
  of: (id: RegistrationId): Range => ({
    index: 'lsi1',
    pk: registrationPartition(id),
    ...startingWith('ENTRY#'),
    newestFirst: true,
  }),
  /** Those that wait, the first ones first. */
  waiting: (id: RegistrationId): Range => ({
    index: 'lsi1',
    pk: registrationPartition(id),
    ...startingWith('WAITING#'),
    consistent: true,
  }),
  /** Those whose hold of a place has lapsed by an instant, of all registrations: so many at a time, a moment behind. */
  lapsed: async (now: string): Promise<Stored<RegistrationEntry>[]> =>
    (await page<RegistrationEntry>({ index: 'gsi2', pk: held, from: '0', to: now, limit: 100 })).rows,
  /** Those whose answers are kept no longer, of all registrations: so many at a time, a moment behind. */
  answersDue: async (now: string): Promise<EntryId[]> => {
    const { rows: due } = await page<PlayerId & { pk: string }>({
      index: 'gsi1',
      pk: off,
      from: '0',
      to: now,
      limit: 100,
    })
    // The index says no more than whose they are.
    return due.map(({ pk, playerId }) => ({
      registrationId: pk.slice(registrationPartition({ registrationId: '' }).length),
      playerId,
    }))
  },
  /** When the answers of one go that is taken off at this instant: as long as what was never sent off. */
  answersGoAt: (now: string): string => addHours(now, goesAfter['Registration draft'].hours),
}

type CountId = RegistrationId & { name: string }
/** How much of something there is only so much of has been taken. Each is one item, for it must be exact. */
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
  /** What has been taken of each, by name. */
  of: async (id: RegistrationId, { consistent = false } = {}): Promise<ReadonlyMap<string, number>> => {
    const found = await all<RegistrationCount>({
      pk: registrationPartition(id),
      ...startingWith('COUNT#'),
      consistent,
    })
    return new Map(found.map(({ name, taken }) => [name, taken]))
  },
  /** Takes so many, while there are so many; counts only, where there is no end of them. */
  take: (id: CountId, many: number, limit: number | null, otherwise: ProblemCode): Write<RegistrationCount> =>
    counts.upsert(
      id,
      { set: id, add: { taken: many }, ...(limit !== null && { when: [['taken', '<=', limit - many] as const] }) },
      otherwise,
    ),
  /** Takes nothing, but is seen by who has read it: somebody waits for some of it. */
  touch: (id: CountId): Write<RegistrationCount> => counts.upsert(id, { set: id, add: { taken: 0 } }),
  /** Holds while nobody has taken or touched it since it was read. */
  untouched: (id: CountId, read: Stored<RegistrationCount> | undefined): Write<RegistrationCount> =>
    read ? counts.check(id, ifUnchanged(read)) : counts.checkAbsent(id),
  giveBack: (id: CountId, many: number): Write<RegistrationCount> =>
    counts.change(id, { add: { taken: -many }, when: [['taken', '>=', many]] }),
}
