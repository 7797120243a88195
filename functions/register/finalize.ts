import type { register } from '#shared/api/register.ts'
import { playerOf, registrationOf, registrationPlayerOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { problems } from '#shared/sentences.ts'
import type { Price } from '#shared/rules/register/price.ts'
import { harmfulAmong } from '../media/harmful.ts'
import type { CallOf } from '../serve.ts'
import { chargeWrites } from '../table/chargeFees.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { files } from '../table/files.ts'
import { outbox } from '../table/outbox.ts'
import {
  countNames,
  filesOfForm,
  isActive,
  isOfPlayer,
  type RegistrationDraft,
  type RegistrationEntry,
  registrationDrafts,
  registrationCounts,
  registrationEntries,
} from '../table/registrationEntries.ts'
import { registrationAddOns, registrationInvitations, registrationOptions } from '../table/registrations.ts'
import { checkItemSize } from '../table/itemSizeLimit.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { statusCard } from './cards.ts'
import { checkDates } from './dates.ts'
import { depositCentsOf, depositForPrice, depositFees } from './deposits.ts'
import { entryOf } from './entryOf.ts'
import { readFamilyState } from './family.ts'
import { remainingFiles } from './forgetAnswers.ts'
import { checkOnlyPlace } from './checkOnlyPlace.ts'
import {
  checkInvited,
  checkOpen,
  type LaunchedRegistration,
  readLaunched,
  type Registrar,
  registrarOf,
} from './launchedRegistration.ts'
import { depositPayWays, rateOf, payWaysOf } from './payWays.ts'
import { amountDueOn, isSameDue, partsOf, pricesOf, promoOf, usesLeft } from './pricing.ts'
import { faultsOf, fileIdsOf, questionIdsOf } from './saveDetails.ts'
import { currentSignatures } from './signatures.ts'
import { checkAvailable, fitsInTransaction, sortByAvailability, reserveWrites, touchWrites } from './reservations.ts'

type Call = CallOf<typeof register, 'POST /rest-api/register/{registrationId}/finalize'>

/**
 * Registers children: takes their places and everything else that is limited, and keeps what they filled in, in one transaction.
 * A request that is repeated after a lost response is answered with the current status.
 */
export const finalize = (call: Call) =>
  retryOnConflict(async () => {
    const { params, body, userId, stamp, now, permitted } = call
    const { registrationId } = params
    const requestedIds = [...new Set(body.registrationPlayerIds)]
    if (requestedIds.some((id) => registrationOf(id) !== registrationId)) throw new Problem('not_found')
    const context = await readAll(call, requestedIds)
    const { registration, registrar, taken, cart, entries } = context
    const isWaiting = body.wait === true
    const playerIds = requestedIds.map(playerOf)
    const existing = entries.filter(
      (entry) => isActive(entry) && playerIds.some((playerId) => isOfPlayer(entry, playerId)),
    )
    if (existing.length === requestedIds.length && existing.every((entry) => entry.userId === userId))
      return { players: existing.map((entry) => statusCard(entry, userId)) }
    if (existing.length > 0) throw new Problem('already_registered')
    checkOpen(registration, now)
    await checkInvited(registration, registrar)
    const ownDrafts = context.drafts.filter(({ playerId }) => playerIds.includes(playerId))
    const children = sortByAvailability(registration, ownDrafts, taken)
    if (children.length < requestedIds.length) throw new Problem('nothing_to_register')
    await checkDates(registration, children, now)
    const replaced = await replacedFiles(entries, children, playerIds)
    await checkFiles(registration, children, { replaced, wait: body.wait })
    checkUnchanged(children, registration, registrar)
    const priced = agreedPrices(context, children, body)
    const newEntries = entriesFor(call, context, { children, priced })
    for (const entry of newEntries) checkItemSize(entry)
    if (!isWaiting) checkAvailable(registration, newEntries, taken)
    const onlyPlaceChecks = await Promise.all(newEntries.map(checkOnlyPlace))
    if (onlyPlaceChecks.includes(undefined)) throw new Problem('already_registered')
    const newDepositFees = await depositFees(newEntries, userId, registration)
    await permitted
    await write(
      stamp,
      ...newEntries.map((entry) =>
        // Conflicts with another registration of the same child, perhaps by the same tap: then everything is read again.
        registrationEntries.upsert(entry, { set: entry, when: [['state', '=', 'cancelled']] }),
      ),
      // Conflicts with a merge of the player: whichever comes second reads again.
      ...onlyPlaceChecks.flatMap((writes) => writes ?? []),
      ...checkOfferUnchanged(registration),
      ...(isWaiting
        ? [
            ...touchWrites(registrationId, newEntries),
            ...chargeWrites(stamp, newDepositFees),
            waitingMail(stamp, requestedIds, userId),
          ]
        : reserveWrites(registration, newEntries)),
      ...draftWrites(registration, children),
      // A conflict if a file has gone meanwhile, or belongs to something else: then all is read again.
      ...replaced.map(({ fileId, about }) => files.removeAttached(fileId, about, 'conflict')),
      cartWrite({ registrationId, userId }, cart, playerIds),
      ...context.invited,
    )
    return { players: newEntries.map((entry) => statusCard(entry, userId)) }
  })

/** Reads what decides about a registration. `isTooLate`: no place is left, and the family does not want to wait. */
async function readAll({ params: { registrationId }, body, userId, me, now }: Call, requestedIds: readonly string[]) {
  // The counts are read before the entries: a repeated request that took the last place itself then finds its entry.
  const [registration, registrar, taken, formsRead] = await Promise.all([
    readLaunched(registrationId, now),
    registrarOf(userId, me),
    registrationCounts.of({ registrationId }, { consistent: true }),
    registrationDrafts.of({ registrationId, userId }),
  ])
  const { places } = registration.registration
  const isTooLate =
    body.wait !== true && places !== null && (taken.get(countNames.places) ?? 0) + requestedIds.length > places
  // When a registration launches, most requests come too late: what only a successful one needs is not read for them.
  const [family, rate, invited] = await Promise.all([
    readFamilyState(registrationId, registrar.access, Promise.resolve(formsRead)),
    isTooLate ? undefined : rateOf(registration),
    isTooLate ? [] : invitedWrites(registration, registrar),
  ])
  return { ...family, registration, registrar, taken, isTooLate, rate, invited }
}
type FinalizeContext = Awaited<ReturnType<typeof readAll>>
type Child = Stored<RegistrationDraft>

/** Files of these players' cancelled registrations: deleted, unless they are sent along again. */
async function replacedFiles(
  entries: readonly RegistrationEntry[],
  children: readonly Child[],
  playerIds: readonly string[],
): Promise<{ fileId: string; about: string }[]> {
  const resentIds = new Set(children.flatMap(filesOfForm).map(([fileId]) => fileId))
  const previousFiles = await Promise.all(
    entries.filter(({ playerId }) => playerIds.includes(playerId)).map(remainingFiles),
  )
  return previousFiles.flat().filter(({ fileId }) => !resentIds.has(fileId))
}

/** Refuses a file in which malware was found since it was saved, and more children than fit into one transaction. */
async function checkFiles(
  registration: LaunchedRegistration,
  children: readonly Child[],
  { replaced, wait }: { replaced: readonly object[]; wait: boolean | undefined },
): Promise<void> {
  const fileIds = fileIdsOf(registration, children)
  if ((await harmfulAmong(fileIds)).size > 0) throw new Problem('file_harmful')
  const fileCount = fileIds.length + replaced.length
  if (!fitsInTransaction(children, fileCount, wait && depositCentsOf(registration.registration) > 0))
    throw new Problem('too_many_children')
}

/**
 * What these children cost. Throws if that is not what the family has seen (`price_changed`, `promo_code_used_up`,
 * `due_changed`), if no place is left, or if it cannot be paid in the chosen way.
 */
function agreedPrices(
  { registration, taken, cart, entries, rate, isTooLate }: FinalizeContext,
  children: readonly Child[],
  body: Call['body'],
) {
  const isWaiting = body.wait === true
  const promo = promoOf(registration, cart?.promoCodeId)
  const uses = promo ? usesLeft(promo, taken) : 0
  const prices = pricesOf(registration, children, { entries, promo, uses })
  const total = prices.reduce((sum, { priceInCents }) => sum + priceInCents, 0)
  if (total !== body.totalInCents) throw new Problem(promo && uses === 0 ? 'promo_code_used_up' : 'price_changed')
  const parts = partsOf(registration, prices, cart?.byPlan)
  if (body.due && !isSameDue(body.due, registration.today, parts)) throw new Problem('due_changed')
  const deposits = prices.map(({ priceInCents }) =>
    isWaiting ? depositForPrice(registration.registration, priceInCents) : 0,
  )
  const depositInCents = deposits.reduce((sum, cents) => sum + cents, 0)
  if (isWaiting && depositInCents !== (body.depositInCents ?? 0)) throw new Problem('price_changed')
  if (isTooLate || (isWaiting && !registration.registration.waitingList)) throw new Problem('registration_full')
  const nowInCents = amountDueOn(registration.today, parts)
  const ways = payWaysOf(registration, rate, { priceInCents: total, nowInCents })
  // A deposit is always charged; it cannot be paid online if no provider takes so little.
  const isTooLittle =
    depositInCents > 0 &&
    body.payBy === 'ONLINE' &&
    !depositPayWays(registration, rate, depositInCents).includes('ONLINE')
  if (isTooLittle || (!isWaiting && !ways.includes(body.payBy)))
    throw new Problem('bad_request', [faultAt('payBy', 'select_one')])
  return { prices, deposits, promo, uses }
}

type EntryInputs = { children: readonly Child[]; priced: ReturnType<typeof agreedPrices> }
const entriesFor = (
  { body, now }: Call,
  { registration, registrar, cart }: FinalizeContext,
  { children, priced: { prices, deposits, promo, uses } }: EntryInputs,
): RegistrationEntry[] =>
  children.map((child, i) =>
    entryOf(child, registration, registrar, {
      price: prices[i] ?? zeroPrice,
      payBy: prices[i]?.priceInCents === 0 ? 'NONE' : body.payBy,
      state: body.wait === true ? 'waiting' : 'registered',
      byPlan: cart?.byPlan ?? false,
      promoCodeId: i < uses ? promo?.id : undefined,
      deposit: deposits[i] ?? 0,
      order: i,
      now,
    }),
  )

/** Deletes the drafts; their files are kept. */
const draftWrites = (registration: LaunchedRegistration, children: readonly Child[]): Write[] => [
  ...children.map((child) => registrationDrafts.remove(child, 'conflict', ifUnchanged(child))),
  ...children.flatMap((child) => keepDraftFiles(registration, child)),
]

/** Adds these players to the user's cart. */
const cartWrite = (
  id: { registrationId: string; userId: string },
  cart: FinalizeContext['cart'],
  playerIds: readonly string[],
): Write =>
  registrationDrafts.carts.upsert(id, {
    set: { ...id, playerIds: [...new Set([...(cart?.playerIds ?? []), ...playerIds])] },
    when: [['version', '=', cart?.version ?? 0]],
  })

/** Keeps the files of a draft: they belong to the registration from now on. */
function keepDraftFiles(registration: LaunchedRegistration, draft: RegistrationDraft): Write[] {
  const about = registrationPlayerOf(draft.registrationId, draft.playerId)
  return fileIdsOf(registration, [draft]).map((fileId) => files.keepUntil(fileId, { about }))
}

/** Conditions that hold while the club does not change the options and add-ons. */
export function checkOfferUnchanged({
  registrationId,
  optionsRevision,
  addOnsRevision,
  addOns,
}: LaunchedRegistration): Write[] {
  const check = [['version', '=', optionsRevision]] as const
  return [
    ...(optionsRevision > 0 ? [registrationOptions.check({ registrationId }, check)] : []),
    ...(addOns.length > 0 ? [registrationAddOns.check({ registrationId }, [['version', '=', addOnsRevision]])] : []),
  ]
}

const zeroPrice: Price = { lines: [], reductions: [], subtotalInCents: 0, priceInCents: 0 }

/** Throws `registration_changed` if the club now asks for other details, naming the children for whom something is missing. */
function checkUnchanged(
  children: readonly RegistrationDraft[],
  registration: LaunchedRegistration,
  registrar: Registrar,
): void {
  const outdatedDrafts = children.filter((child) => {
    const signed = currentSignatures(registration, child)
    return !signed || Object.values(faultsOf(child, registration, registrar, questionIdsOf(signed))).some(Boolean)
  })
  if (outdatedDrafts.length === 0) return
  const message = problems.registration_changed[1]
  const fieldOf = ({ registrationId, playerId }: RegistrationDraft) =>
    `registrationPlayerRequestForm.${registrationPlayerOf(registrationId, playerId)}`
  throw new Problem(
    'registration_changed',
    outdatedDrafts.map((child) => faultAt(fieldOf(child), 'invalid', { message })),
  )
}

/** One mail for all children of a family who are put on the waiting list. */
const waitingMail = (stamp: Stamp, [first = '', ...also]: readonly string[], userId: string): Write =>
  outbox.add(stamp, {
    letter: 'waiting',
    to: { userId },
    about: { registrationPlayerId: first, ...(also.length > 0 && { also: also.join(',') }) },
  })

/** Marks the registrar's invitations as used, so that the club sees who has registered. */
async function invitedWrites({ registrationId }: LaunchedRegistration, { profile }: Registrar): Promise<Write[]> {
  const ids = (await emailUsers.addressesOf(profile)).map((email) => ({ registrationId, email }))
  const found = await registrationInvitations.getMany(ids)
  return ids.flatMap((id, i) =>
    found[i]?.state === 'invited' ? [registrationInvitations.change(id, { set: { state: 'registered' } })] : [],
  )
}
