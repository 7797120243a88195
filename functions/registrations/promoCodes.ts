import type { registrations as contract } from '#shared/api/registrations.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { dayIn } from '#shared/rules/days.ts'
import { codeOf, maxPromoCodes, type PromoCode, promoCodeFaults } from '#shared/rules/registrations/promoCodes.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { registrationPromoCodes, type Revised } from '../table/registrations.ts'
import { retryOnConflict, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { registrationOf } from './registrationOf.ts'
import { added, replaced, without, withRevisions } from './revised.ts'

type Api = typeof contract

export async function listPromoCodes({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/promo-codes/{registrationId}'>) {
  const [, kept] = await Promise.all([
    registrationOf(registrationId),
    registrationPromoCodes.get({ registrationId }, { consistent: true }),
  ])
  return { promoCodes: withRevisions(kept?.promoCodes ?? []) }
}

export const addPromoCode = ({
  params: { registrationId },
  body,
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/promo-codes/{registrationId}'>) =>
  change(stamp, registrationId, {
    sent: body,
    next: (before) => added(before, amountsOf(body), maxPromoCodes, 'codeTitle'),
  })

export const changePromoCode = ({
  params: { registrationId, promoCodeId: id },
  body: { revision, ...body },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}'>) =>
  change(stamp, registrationId, {
    sent: { ...body, id },
    next: (before) => replaced(before, amountsOf({ ...body, id }), revision),
  })

export const removePromoCode = ({
  params: { registrationId, promoCodeId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}'>) =>
  change(stamp, registrationId, {
    next: (before) => without(before, promoCodeId),
  })

/** Keeps only the discount of the code's type. */
const amountsOf = (code: PromoCode): PromoCode => ({
  ...code,
  discountInCents: code.promoCodeType === 'AMOUNT' ? code.discountInCents : null,
  discountInPercentile: code.promoCodeType === 'PERCENT' ? code.discountInPercentile : null,
})

type Change = {
  sent?: PromoCode
  /** The new list; undefined if the changed part was changed by someone else meanwhile. */
  next: (before: readonly Revised<PromoCode>[]) => readonly Revised<PromoCode>[] | undefined
}

/** All codes are in one item: of two equal ones saved at once, the second is refused. */
async function change(stamp: Stamp, registrationId: string, { sent, next }: Change) {
  const { club } = await registrationOf(registrationId)
  const settled = await retryOnConflict(async () => {
    const kept = await registrationPromoCodes.get({ registrationId }, { consistent: true })
    const before = kept?.promoCodes ?? []
    if (sent) {
      const stands = before.find(({ id }) => id === sent.id)?.expires ?? null
      refuseFaults(promoCodeFaults(sent, { today: dayIn(stamp.at, club.timezone), stands }))
    }
    const after = next(before)
    if (!after) return undefined
    const promoCodes = [...after]
    if (sent && promoCodes.some((each) => each.id !== sent.id && codeOf(each.codeTitle) === codeOf(sent.codeTitle)))
      throw new Problem('bad_request', [faultAt('codeTitle', 'code_exists')])
    await write(stamp, registrationPromoCodes.save(kept, { registrationId, promoCodes }))
    return promoCodes
  })
  if (!settled) throw new Problem('conflict')
  return { promoCodes: withRevisions(settled) }
}
