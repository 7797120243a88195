import type { register } from '#shared/api/register.ts'
import { playerOf, registrationOf, registrationPlayerOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { problems } from '#shared/sentences.ts'
import type { Price } from '#shared/rules/register/price.ts'
import { harmfulAmong } from '../media/harmful.ts'
import type { CallOf } from '../serve.ts'
import { charged } from '../table/chargeFees.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { files } from '../table/files.ts'
import { outbox } from '../table/outbox.ts'
import {
  countNames,
  filesOfFilled,
  isActive,
  isOf,
  type RegistrationDraft,
  registrationDrafts,
  registrationCounts,
  registrationEntries,
} from '../table/registrationEntries.ts'
import { registrationAddOns, registrationInvitations, registrationOptions } from '../table/registrations.ts'
import { refuseTooMuch } from '../table/room.ts'
import { untilSettled, write } from '../table/table.ts'
import { asRead, type Stamp, type Write } from '../table/writes.ts'
import { standingCard } from './cards.ts'
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
 * Registers children: their places and all else that there is only so much of, and what they filled in, in one transaction.
 * Who asks again, because a reply was lost, is told how they stand.
 */
export const finalize = (call: Call) =>
  untilSettled(async () => {
    const { params, body, userId, me, stamp, now, permitted } = call
    const { registrationId } = params
    const wanted = [...new Set(body.registrationPlayerIds)]
    if (wanted.some((id) => registrationOf(id) !== registrationId)) throw new Problem('not_found')
    // What is taken is counted before it is asked who has a place: who has just taken the last one, and asks again, is told so.
    const [registration, registrar, taken, filled] = await Promise.all([
      found(registrationId, now),
      registrarOf(userId, me),
      registrationCounts.of({ registrationId }, { consistent: true }),
      registrationDrafts.of({ registrationId, userId }),
    ])
    const isWaiting = body.wait === true
    const { places, waitingList } = registration.registration
    // At a launch most come too late: they are refused without what only those need who can have a place.
    const isTooLate = !isWaiting && places !== null && (taken.get(countNames.places) ?? 0) + wanted.length > places
    const [{ cart, drafts, entries }, rate, invited] = await Promise.all([
      familyOn(registrationId, registrar.access, Promise.resolve(filled)),
      isTooLate ? undefined : rateOf(registration),
      isTooLate ? [] : invitedWrites(registration, registrar),
    ])
    const playerIds = wanted.map(playerOf)
    const standing = entries.filter((entry) => isActive(entry) && playerIds.some((playerId) => isOf(entry, playerId)))
    if (standing.length === wanted.length && standing.every((entry) => entry.userId === userId))
      return { players: standing.map((entry) => standingCard(entry, userId)) }
    if (standing.length > 0) throw new Problem('already_registered')
    checkOpen(registration, now)
    await checkInvited(registration, registrar)
    const own = drafts.filter(({ playerId }) => playerIds.includes(playerId))
    const children = placedFirst(registration, own, taken)
    if (children.length < wanted.length) throw new Problem('nothing_to_register')
    await checkDates(registration, children, now)
    // What was sent along with a registration that was taken off goes, but what is sent along again.
    const again = new Set(children.flatMap(filesOfFilled).map(([fileId]) => fileId))
    const replaced = (await Promise.all(entries.filter(({ playerId }) => playerIds.includes(playerId)).map(ownFiles)))
      .flat()
      .filter(({ fileId }) => !again.has(fileId))
    const along = filesOf(registration, children)
    // Looked through since it was saved: whoever hands it in sends another one.
    if ((await harmfulAmong(along)).size > 0) throw new Problem('file_harmful')
    const sent = along.length + replaced.length
    if (!fitsAtOnce(children, sent, body.wait && depositAsked(registration.registration) > 0))
      throw new Problem('too_many_children')
    checkUnchanged(children, registration, registrar)
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
    if (isTooLate || (isWaiting && !waitingList)) throw new Problem('registration_full')
    const nowInCents = dueOn(registration.today, parts)
    const ways = waysFor(registration, rate, { priceInCents: total, nowInCents })
    // A deposit is charged in any case; online it is not paid where nobody takes it so.
    const isTooLittle =
      depositInCents > 0 &&
      body.payBy === 'ONLINE' &&
      !depositWaysFor(registration, rate, depositInCents).includes('ONLINE')
    if (isTooLittle || (!isWaiting && !ways.includes(body.payBy)))
      throw new Problem('bad_request', [faultAt('payBy', 'select_one')])
    const made = children.map((child, i) =>
      entryOf(child, registration, registrar, {
        price: prices[i] ?? nothing,
        payBy: prices[i]?.priceInCents === 0 ? 'NONE' : body.payBy,
        state: isWaiting ? 'waiting' : 'registered',
        byPlan: cart?.byPlan ?? false,
        promoCodeId: i < uses ? promo?.id : undefined,
        deposit: deposits[i] ?? 0,
        order: i,
        now,
      }),
    )
    for (const entry of made) refuseTooMuch(entry)
    if (!isWaiting) checkLeft(registration, made, taken)
    const only = await Promise.all(made.map(onlyPlace))
    if (only.includes(undefined)) throw new Problem('already_registered')
    const id = { registrationId, userId }
    const waitedWith = await depositsOf(made, userId, registration)
    await permitted
    await write(
      stamp,
      ...made.map((entry) =>
        // Registered meanwhile, perhaps by the same tap: that is looked at anew.
        registrationEntries.upsert(entry, { set: entry, when: [['state', '=', 'cancelled']] }),
      ),
      // A player who is made one with another at this instant is looked at anew, by either.
      ...only.flatMap((writes) => writes ?? []),
      ...offeredStill(registration),
      ...(isWaiting
        ? [...touches(registrationId, made), ...charged(stamp, waitedWith), waitingLetter(stamp, wanted, userId)]
        : takes(registration, made)),
      ...children.map((child) => registrationDrafts.remove(child, 'conflict', asRead(child))),
      ...children.flatMap((child) => filesStay(registration, child)),
      // Gone meanwhile, or another's by now: that is looked at anew.
      ...replaced.map(({ fileId, about }) => files.letGo(fileId, about, 'conflict')),
      registrationDrafts.carts.upsert(id, {
        set: { ...id, playerIds: [...new Set([...(cart?.playerIds ?? []), ...playerIds])] },
        when: [['version', '=', cart?.version ?? 0]],
      }),
      ...invited,
    )
    return { players: made.map((entry) => standingCard(entry, userId)) }
  })

/** The files of a draft, which would go with it, stay with what it has become. */
function filesStay(registration: Found, draft: RegistrationDraft): Write[] {
  const about = registrationPlayerOf(draft.registrationId, draft.playerId)
  return filesOf(registration, [draft]).map((fileId) => files.stays(fileId, { about }))
}

/** Nothing of what is chosen is taken away at this instant. */
export function offeredStill({ registrationId, optionsRevision, addOnsRevision, addOns }: Found): Write[] {
  const check = [['version', '=', optionsRevision]] as const
  return [
    ...(optionsRevision > 0 ? [registrationOptions.check({ registrationId }, check)] : []),
    ...(addOns.length > 0 ? [registrationAddOns.check({ registrationId }, [['version', '=', addOnsRevision]])] : []),
  ]
}

const nothing: Price = { lines: [], reductions: [], subtotalInCents: 0, priceInCents: 0 }

/** What was filled in is still what is asked: else the family looks again at whom it is not of. */
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

/** All of a family who come onto the list are told of in one. */
const waitingLetter = (stamp: Stamp, [first = '', ...also]: readonly string[], userId: string): Write =>
  outbox.want(stamp, {
    letter: 'waiting',
    to: { userId },
    about: { registrationPlayerId: first, ...(also.length > 0 && { also: also.join(',') }) },
  })

/** The club sees who of those that it invited has come. */
async function invitedWrites({ registrationId }: Found, { profile }: Registrar): Promise<Write[]> {
  const ids = (await emailUsers.knowing(profile)).map((email) => ({ registrationId, email }))
  const found = await registrationInvitations.getMany(ids)
  return ids.flatMap((id, i) =>
    found[i]?.state === 'invited' ? [registrationInvitations.change(id, { set: { state: 'registered' } })] : [],
  )
}
