import type { register } from '#shared/api/register.ts'
import { playerOf, registrationPlayerOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import type { Me } from '../table/me.ts'
import { countNames, registrationCounts, registrationDrafts } from '../table/registrationEntries.ts'
import { shortagesOf } from '../table/registrationLimits.ts'
import { update } from '../table/table.ts'
import { takenOf } from './cards.ts'
import { depositFor } from './deposits.ts'
import { familyOn } from './family.ts'
import { checkInvited, checkOpen, type Found, found, registrarOf } from './found.ts'
import { depositWaysFor, onTopOf, rateOf, waysFor } from './online.ts'
import { dueOn, isExpired, partsOf, pricesOf, promoCalled, promoOf, usesLeft } from './pricing.ts'
import { placedFirst, withoutOption } from './takes.ts'

type Api = typeof register

/** A summary of the drafts of a family, or of some of them: what was filled in, the prices, and how these can be paid. */
export async function readSummary({
  params: { registrationId },
  query: { registrationPlayerIds: wanted },
  userId,
  me,
  now,
}: CallOf<Api, 'GET /rest-api/register/{registrationId}/summary'>) {
  const registration = await found(registrationId, now)
  await refuseUninvited(registration, { userId, me })
  return summaryOf(registration, (await me).access, wanted?.map(playerOf))
}

/** Throws for a user who is not invited. Who they are is read only for a registration by invitation. */
async function refuseUninvited(registration: Found, { userId, me }: { userId: string; me: Promise<Me> }) {
  if (registration.registration.isInviteOnly) await checkInvited(registration, await registrarOf(userId, me))
}

/** Adds a promotion code to the cart, or removes it. Its uses are counted when players are registered. */
export async function usePromoCode({
  params: { registrationId },
  body: { code },
  userId,
  me,
  stamp,
  now,
  permitted,
}: CallOf<Api, 'POST /rest-api/register/{registrationId}/promo-code'>) {
  const [registration, registrar] = await Promise.all([found(registrationId, now), registrarOf(userId, me)])
  // Only users who may register can try codes.
  checkOpen(registration, now)
  await checkInvited(registration, registrar)
  const promo = code ? promoCalled(registration, code) : undefined
  if (code && !promo) throw new Problem('promo_code_unknown')
  if (promo && isExpired(promo, registration.today)) throw new Problem('promo_code_expired')
  if (promo && promo.maxUse !== null) {
    const used = await registrationCounts.get({ registrationId, name: countNames.promo(promo.id) })
    if ((used?.taken ?? 0) >= promo.maxUse) throw new Problem('promo_code_used_up')
  }
  const id = { registrationId, userId }
  await permitted
  await update(stamp, registrationDrafts.carts.upsert(id, { set: { ...id, promoCodeId: promo?.id } }))
  return summaryOf(registration, registrar.access)
}

export async function choosePlan({
  params: { registrationId },
  body: { byPlan },
  userId,
  me,
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/register/{registrationId}/payment-plan'>) {
  const registration = await found(registrationId, now)
  await refuseUninvited(registration, { userId, me })
  const id = { registrationId, userId }
  await update(stamp, registrationDrafts.carts.upsert(id, { set: { ...id, byPlan } }))
  return summaryOf(registration, (await me).access)
}

async function summaryOf(registration: Found, access: Access, wanted?: readonly string[]) {
  const { registrationId, club, unitName, installments, options, promoCodes, today } = registration
  const { waitingList } = registration.registration
  const [{ cart, drafts: all, entries }, taken, rate] = await Promise.all([
    familyOn(registrationId, access),
    takenOf(registrationId),
    rateOf(registration),
  ])
  const asked = all.filter(({ playerId }) => wanted?.includes(playerId) ?? true)
  const drafts = placedFirst(registration, asked, taken)
  const promo = promoOf(registration, cart?.promoCodeId)
  const uses = promo ? usesLeft(promo, taken) : 0
  const prices = pricesOf(registration, drafts, { entries, promo, uses })
  const totalInCents = prices.reduce((sum, { priceInCents }) => sum + priceInCents, 0)
  const byPlan = installments.paymentPlanEnabled && (cart?.byPlan ?? false)
  const parts = partsOf(registration, prices, byPlan)
  const nowInCents = dueOn(today, parts)
  const lacking = shortagesOf(registration, drafts, taken)
  const isLacking = (wanted: string) => lacking.some(({ name }) => name === wanted)
  const depositInCents = prices.reduce(
    (sum, { priceInCents }) => sum + depositFor(registration.registration, priceInCents),
    0,
  )
  const fullOptions = options.filter(({ id }) => isLacking(countNames.option(id)))
  return {
    registration: {
      id: registrationId,
      name: registration.registration.name,
      organizationName: club.name,
      orgUnitName: unitName,
    },
    players: drafts.map(({ playerId, firstName, lastName }, i) => ({
      registrationPlayerId: registrationPlayerOf(registrationId, playerId),
      firstName,
      lastName,
      lines: prices[i]?.lines ?? [],
      reductions: prices[i]?.reductions ?? [],
      priceInCents: prices[i]?.priceInCents ?? 0,
    })),
    totalInCents,
    hasPromoCodes: promoCodes.length > 0,
    promoCode: promo && uses > 0 ? { codeTitle: promo.codeTitle, usedFor: Math.min(uses, drafts.length) } : null,
    paymentPlanEnabled: installments.paymentPlanEnabled,
    byPlan,
    parts,
    payWays: waysFor(registration, rate, { priceInCents: totalInCents, nowInCents }),
    dueNowInCents: nowInCents,
    processingFeeInCents: onTopOf(registration, nowInCents, rate),
    isFull: isLacking(countNames.places) || fullOptions.length > 0,
    fullOptions: fullOptions.map(({ name }) => name),
    waiting: withoutOption(registration, drafts, taken).map(({ playerId }) =>
      registrationPlayerOf(registrationId, playerId),
    ),
    waitingList,
    depositInCents,
    depositWays: depositWaysFor(registration, rate, depositInCents),
  }
}
