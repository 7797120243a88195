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
import { addPart, replacePart, removePart, withRevisions } from './parts.ts'

type Api = typeof contract

export async function listPromoCodes({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/promo-codes/{registrationId}'>) {
  const [, stored] = await Promise.all([
    registrationOf(registrationId),
    registrationPromoCodes.get({ registrationId }, { consistent: true }),
  ])
  return { promoCodes: withRevisions(stored?.promoCodes ?? []) }
}

export const addPromoCode = ({
  params: { registrationId },
  body,
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/promo-codes/{registrationId}'>) =>
  change(stamp, registrationId, {
    submitted: body,
    next: (before) => addPart(before, amountsOf(body), maxPromoCodes, 'codeTitle'),
  })

export const changePromoCode = ({
  params: { registrationId, promoCodeId: id },
  body: { revision, ...body },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}'>) =>
  change(stamp, registrationId, {
    submitted: { ...body, id },
    next: (before) => replacePart(before, amountsOf({ ...body, id }), revision),
  })

export const removePromoCode = ({
  params: { registrationId, promoCodeId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}'>) =>
  change(stamp, registrationId, {
    next: (before) => removePart(before, promoCodeId),
  })

/** Keeps only the discount of the code's type. */
const amountsOf = (code: PromoCode): PromoCode => ({
  ...code,
  discountInCents: code.promoCodeType === 'AMOUNT' ? code.discountInCents : null,
  discountInPercentile: code.promoCodeType === 'PERCENT' ? code.discountInPercentile : null,
})

type Change = {
  submitted?: PromoCode
  /** The new list; undefined if the changed part was changed by someone else meanwhile. */
  next: (before: readonly Revised<PromoCode>[]) => readonly Revised<PromoCode>[] | undefined
}

/** All codes are in one item: of two equal ones saved at once, the second is refused. */
async function change(stamp: Stamp, registrationId: string, { submitted, next }: Change) {
  const { club } = await registrationOf(registrationId)
  const savedCodes = await retryOnConflict(async () => {
    const stored = await registrationPromoCodes.get({ registrationId }, { consistent: true })
    const before = stored?.promoCodes ?? []
    if (submitted) {
      const storedExpiry = before.find(({ id }) => id === submitted.id)?.expires ?? null
      refuseFaults(promoCodeFaults(submitted, { today: dayIn(stamp.at, club.timezone), stands: storedExpiry }))
    }
    const after = next(before)
    if (!after) return undefined
    const promoCodes = [...after]
    if (
      submitted &&
      promoCodes.some((each) => each.id !== submitted.id && codeOf(each.codeTitle) === codeOf(submitted.codeTitle))
    )
      throw new Problem('bad_request', [faultAt('codeTitle', 'code_exists')])
    await write(stamp, registrationPromoCodes.save(stored, { registrationId, promoCodes }))
    return promoCodes
  })
  if (!savedCodes) throw new Problem('conflict')
  return { promoCodes: withRevisions(savedCodes) }
}
