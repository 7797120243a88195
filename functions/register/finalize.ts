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
import { depositAsked, depositFor, depositsOf } from './deposits.ts'
import { entryOf } from './entryOf.ts'
import { familyOn } from './family.ts'
import { ownFiles } from './forget.ts'
import { onlyPlace } from './onlyPlace.ts'
import { checkInvited, checkOpen, type Found, found, type Registrar, registrarOf } from './found.ts'
import { depositWaysFor, rateOf, waysFor } from './online.ts'
import { dueOn, isDueAs, partsOf, pricesOf, promoOf, usesLeft } from './pricing.ts'
import { faultsOf, filesOf, idsOf } from './saveDetails.ts'
import { stillSigned } from './signed.ts'
import { checkLeft, fitsAtOnce, placedFirst, takes, touches } from './takes.ts'

type Call = CallOf<typeof register, 'POST /rest-api/register/{registrationId}/finalize'>

/**
 * Registers children: takes their places and everything else that is limited, and keeps what they filled in, in one transaction.
 * A request that is repeated after a lost response is answered with the current status.
 */
export const finalize = (call: Call) =>
  retryOnConflict(async () => {
    const { params, body, userId, stamp, now, permitted } = call
    const { registrationId } = params
    const wanted = [...new Set(body.registrationPlayerIds)]
    if (wanted.some((id) => registrationOf(id) !== registrationId)) throw new Problem('not_found')
    const read = await readAll(call, wanted)
    const { registration, registrar, taken, cart, entries } = read
    const isWaiting = body.wait === true
    const playerIds = wanted.map(playerOf)
    const existing = entries.filter(
      (entry) => isActive(entry) && playerIds.some((playerId) => isOfPlayer(entry, playerId)),
    )
    if (existing.length === wanted.length && existing.every((entry) => entry.userId === userId))
      return { players: existing.map((entry) => statusCard(entry, userId)) }
    if (existing.length > 0) throw new Problem('already_registered')
    checkOpen(registration, now)
    await checkInvited(registration, registrar)
    const own = read.drafts.filter(({ playerId }) => playerIds.includes(playerId))
    const children = placedFirst(registration, own, taken)
    if (children.length < wanted.length) throw new Problem('nothing_to_register')
    await checkDates(registration, children, now)
    const replaced = await replacedFiles(entries, children, playerIds)
    await checkFiles(registration, children, { replaced, wait: body.wait })
    checkUnchanged(children, registration, registrar)
    const priced = agreedPrices(read, children, body)
    const made = entriesFor(call, read, { children, priced })
    for (const entry of made) checkItemSize(entry)
    if (!isWaiting) checkLeft(registration, made, taken)
    const only = await Promise.all(made.map(onlyPlace))
    if (only.includes(undefined)) throw new Problem('already_registered')
    const waitedWith = await depositsOf(made, userId, registration)
    await permitted
    await write(
      stamp,
      ...made.map((entry) =>
        // Conflicts with another registration of the same child, perhaps by the same tap: then everything is read again.
        registrationEntries.upsert(entry, { set: entry, when: [['state', '=', 'cancelled']] }),
      ),
      // Conflicts with a merge of the player: whichever comes second reads again.
      ...only.flatMap((writes) => writes ?? []),
      ...offeredStill(registration),
      ...(isWaiting
        ? [...touches(registrationId, made), ...chargeWrites(stamp, waitedWith), waitingMail(stamp, wanted, userId)]
        : takes(registration, made)),
      ...draftWrites(registration, children),
      // A conflict if a file has gone meanwhile, or belongs to something else: then all is read again.
      ...replaced.map(({ fileId, about }) => files.removeAttached(fileId, about, 'conflict')),
      cartWrite({ registrationId, userId }, cart, playerIds),
      ...read.invited,
    )
    return { players: made.map((entry) => statusCard(entry, userId)) }
  })

/** Reads what decides about a registration. `isTooLate`: no place is left, and the family does not want to wait. */
async function readAll({ params: { registrationId }, body, userId, me, now }: Call, wanted: readonly string[]) {
  // The counts are read before the entries: a repeated request that took the last place itself then finds its entry.
  const [registration, registrar, taken, filled] = await Promise.all([
    found(registrationId, now),
    registrarOf(userId, me),
    registrationCounts.of({ registrationId }, { consistent: true }),
    registrationDrafts.of({ registrationId, userId }),
  ])
  const { places } = registration.registration
  const isTooLate =
    body.wait !== true && places !== null && (taken.get(countNames.places) ?? 0) + wanted.length > places
  // When a registration launches, most requests come too late: what only a successful one needs is not read for them.
  const [family, rate, invited] = await Promise.all([
    familyOn(registrationId, registrar.access, Promise.resolve(filled)),
    isTooLate ? undefined : rateOf(registration),
    isTooLate ? [] : invitedWrites(registration, registrar),
  ])
  return { ...family, registration, registrar, taken, isTooLate, rate, invited }
}
type Read = Awaited<ReturnType<typeof readAll>>
type Child = Stored<RegistrationDraft>

/** Files of these players' cancelled registrations: deleted, unless they are sent along again. */
async function replacedFiles(
  entries: readonly RegistrationEntry[],
  children: readonly Child[],
  playerIds: readonly string[],
): Promise<{ fileId: string; about: string }[]> {
  const again = new Set(children.flatMap(filesOfForm).map(([fileId]) => fileId))
  const before = await Promise.all(entries.filter(({ playerId }) => playerIds.includes(playerId)).map(ownFiles))
  return before.flat().filter(({ fileId }) => !again.has(fileId))
}

/** Refuses a file in which malware was found since it was saved, and more children than fit into one transaction. */
async function checkFiles(
  registration: Found,
  children: readonly Child[],
  { replaced, wait }: { replaced: readonly object[]; wait: boolean | undefined },
): Promise<void> {
  const along = filesOf(registration, children)
  if ((await harmfulAmong(along)).size > 0) throw new Problem('file_harmful')
  const sent = along.length + replaced.length
  if (!fitsAtOnce(children, sent, wait && depositAsked(registration.registration) > 0))
    throw new Problem('too_many_children')
}

/**
 * What these children cost. Throws if that is not what the family has seen (`price_changed`, `promo_code_used_up`,
 * `due_changed`), if no place is left, or if it cannot be paid in the chosen way.
 */
function agreedPrices(
  { registration, taken, cart, entries, rate, isTooLate }: Read,
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
  if (body.due && !isDueAs(body.due, registration.today, parts)) throw new Problem('due_changed')
  const deposits = prices.map(({ priceInCents }) =>
    isWaiting ? depositFor(registration.registration, priceInCents) : 0,
  )
  const depositInCents = deposits.reduce((sum, cents) => sum + cents, 0)
  if (isWaiting && depositInCents !== (body.depositInCents ?? 0)) throw new Problem('price_changed')
  if (isTooLate || (isWaiting && !registration.registration.waitingList)) throw new Problem('registration_full')
  const nowInCents = dueOn(registration.today, parts)
  const ways = waysFor(registration, rate, { priceInCents: total, nowInCents })
  // A deposit is always charged; it cannot be paid online if no provider takes so little.
  const isTooLittle =
    depositInCents > 0 &&
    body.payBy === 'ONLINE' &&
    !depositWaysFor(registration, rate, depositInCents).includes('ONLINE')
  if (isTooLittle || (!isWaiting && !ways.includes(body.payBy)))
    throw new Problem('bad_request', [faultAt('payBy', 'select_one')])
  return { prices, deposits, promo, uses }
}

type Making = { children: readonly Child[]; priced: ReturnType<typeof agreedPrices> }
const entriesFor = (
  { body, now }: Call,
  { registration, registrar, cart }: Read,
  { children, priced: { prices, deposits, promo, uses } }: Making,
): RegistrationEntry[] =>
  children.map((child, i) =>
    entryOf(child, registration, registrar, {
      price: prices[i] ?? nothing,
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
const draftWrites = (registration: Found, children: readonly Child[]): Write[] => [
  ...children.map((child) => registrationDrafts.remove(child, 'conflict', ifUnchanged(child))),
  ...children.flatMap((child) => filesStay(registration, child)),
]

/** Adds these players to the user's cart. */
const cartWrite = (
  id: { registrationId: string; userId: string },
  cart: Read['cart'],
  playerIds: readonly string[],
): Write =>
  registrationDrafts.carts.upsert(id, {
    set: { ...id, playerIds: [...new Set([...(cart?.playerIds ?? []), ...playerIds])] },
    when: [['version', '=', cart?.version ?? 0]],
  })

/** Keeps the files of a draft: they belong to the registration from now on. */
function filesStay(registration: Found, draft: RegistrationDraft): Write[] {
  const about = registrationPlayerOf(draft.registrationId, draft.playerId)
  return filesOf(registration, [draft]).map((fileId) => files.keepUntil(fileId, { about }))
}

/** Conditions that hold while the club does not change the options and add-ons. */
export function offeredStill({ registrationId, optionsRevision, addOnsRevision, addOns }: Found): Write[] {
  const check = [['version', '=', optionsRevision]] as const
  return [
    ...(optionsRevision > 0 ? [registrationOptions.check({ registrationId }, check)] : []),
    ...(addOns.length > 0 ? [registrationAddOns.check({ registrationId }, [['version', '=', addOnsRevision]])] : []),
  ]
}

const nothing: Price = { lines: [], reductions: [], subtotalInCents: 0, priceInCents: 0 }

/** Throws `registration_changed` if the club now asks for other details, naming the children for whom something is missing. */
function checkUnchanged(children: readonly RegistrationDraft[], registration: Found, registrar: Registrar): void {
  const changed = children.filter((child) => {
    const signed = stillSigned(registration, child)
    return !signed || Object.values(faultsOf(child, registration, registrar, idsOf(signed))).some(Boolean)
  })
  if (changed.length === 0) return
  const message = problems.registration_changed[1]
  const at = ({ registrationId, playerId }: RegistrationDraft) =>
    `registrationPlayerRequestForm.${registrationPlayerOf(registrationId, playerId)}`
  throw new Problem(
    'registration_changed',
    changed.map((child) => faultAt(at(child), 'invalid', { message })),
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
async function invitedWrites({ registrationId }: Found, { profile }: Registrar): Promise<Write[]> {
  const ids = (await emailUsers.addressesOf(profile)).map((email) => ({ registrationId, email }))
  const found = await registrationInvitations.getMany(ids)
  return ids.flatMap((id, i) =>
    found[i]?.state === 'invited' ? [registrationInvitations.change(id, { set: { state: 'registered' } })] : [],
  )
}
