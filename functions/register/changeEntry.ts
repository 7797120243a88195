import type { register } from '#shared/api/register.ts'
import { playerOf, registrationOf, subjectOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { answerFaults, changeableFields, fieldsOf, visibleQuestions } from '#shared/rules/register/answers.ts'
import { choiceFaults, chosenItems, pickedAddOns, type PickedAddOn } from '#shared/rules/register/choices.ts'
import { repriced } from '#shared/rules/register/price.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { outbox } from '../table/outbox.ts'
import { isLanding, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { checkItemSize } from '../table/itemSizeLimit.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { notifiedUserIds } from './acting.ts'
import { type LaunchedRegistration, readLaunched, offerOf } from './launchedRegistration.ts'
import { eventsOf } from './leaveEvents.ts'
import { changeOwedFees } from './changeOwedFees.ts'
import { offerPlaces } from './release.ts'
import { changeReservations, checkOfferUnchanged, touchWrites } from './reservations.ts'

type Call = CallOf<typeof register, 'POST /rest-api/register/{registrationId}/change'>
type Changes = Pick<RegistrationEntry, 'optionIds' | 'addOns' | 'answers'>

/**
 * Changes the choices and answers of a registered player, by an administrator. The new price has to be the one that they were shown; the
 * difference is added to the fees or taken off them, in one transaction with the counts of the options.
 */
export async function changeEntry(call: Call) {
  const { registrationId } = call.params
  const { registrationPlayerId, priceInCents, revision } = call.body
  if (registrationOf(registrationPlayerId) !== registrationId) throw new Problem('not_found')
  const id = { registrationId, playerId: playerOf(registrationPlayerId) }
  await retryOnConflict(async () => {
    const [registration, entry, { access }] = await Promise.all([
      readLaunched(registrationId, call.now),
      registrationEntries.get(id, { consistent: true }),
      call.me,
    ])
    if (!entry) throw new Problem('not_found')
    if (!registration.club.customRegistrationEnabled) throw new Problem('registration_off')
    const picked = { optionIds: call.body.optionIds, addOns: pickedAddOns(call.body.addOnFormResponses) }
    const { answers, changedIds } = mergeAnswers(call.body.answers, entry, registration)
    const isChoiceChanged = choiceKeyOf(picked) !== choiceKeyOf(entry)
    // A repeated request, after a lost reply.
    if (!isChoiceChanged && changedIds.length === 0) return
    if (entry.version !== revision) throw new EntryChanged()
    if (entry.state !== 'registered' && entry.state !== 'waiting') throw new Problem('place_on_hold')
    if (isLanding(entry)) throw new Problem('conflict')
    if (isChoiceChanged) refuseFaults(choiceFaults(offerOf(registration), picked))
    const newPrice = isChoiceChanged ? repriced(entry, chosenItems(offerOf(registration), picked)) : {}
    const next = { ...entry, ...newPrice, ...picked, answers }
    checkItemSize(next)
    if (next.priceInCents !== priceInCents) throw new Problem('price_changed')
    const subject = subjectOf(registrationId)
    const mayCharge = subject !== undefined && flagsOn(access, subject).has('canEditFees')
    if (next.priceInCents !== entry.priceInCents && !mayCharge) throw new Problem('price_needs_fees')
    const [feeChanges, recipients] = await Promise.all([
      changeOwedFees(call.stamp, entry, next.priceInCents, registration),
      notifiedUserIds(entry, call.now),
    ])
    const { stamp } = call
    await write(
      stamp,
      registrationEntries.change(entry, {
        set: {
          ...newPrice,
          ...picked,
          answers,
          ...feeChanges.set,
          ...(isChoiceChanged && eventMoves(entry, next, registration)),
        },
        when: ifUnchanged(entry),
      }),
      ...(entry.state === 'registered'
        ? changeReservations(registration, entry, next)
        : touchWrites(registrationId, [next])),
      ...(isChoiceChanged ? checkOfferUnchanged(registration) : []),
      ...feeChanges.writes,
      ...recipients.map((userId) =>
        outbox.add(stamp, {
          letter: 'registrationEdited',
          to: { userId },
          about: { registrationPlayerId, before: String(entry.priceInCents), questions: changedIds.join(',') },
        }),
      ),
    )
  }).catch((error: unknown) => {
    throw error instanceof EntryChanged ? new Problem('conflict') : error
  })
  // Something that was freed may be what others on the waiting list wait for.
  await offerPlaces(call.stamp, registrationId)
  return {}
}

/** Somebody else has changed the entry since the caller saw it: not a conflict to retry, since that would overwrite their change. */
class EntryChanged extends Error {}

const choiceKeyOf = ({ optionIds, addOns }: Pick<Changes, 'optionIds' | 'addOns'>): string => {
  const addOnKey = ({ addOnId, quantity, kindIds }: PickedAddOn) =>
    JSON.stringify([addOnId, quantity, kindIds.toSorted()])
  return JSON.stringify([optionIds.toSorted(), addOns.map(addOnKey).toSorted()])
}

/** The new answers, and the ids of the questions whose answers change. Throws `bad_request` for invalid ones. */
function mergeAnswers(
  newAnswers: Call['body']['answers'],
  entry: RegistrationEntry,
  { questions, country }: LaunchedRegistration,
) {
  const changeable = new Set(changeableFields(questions))
  refuseFaults(
    Object.fromEntries(
      Object.keys(newAnswers).map((field) => [
        `answers.${field}`,
        changeable.has(field) ? undefined : { code: 'invalid' },
      ]),
    ),
  )
  const trimmed = Object.entries(newAnswers).map(([field, texts]) => {
    return [field, texts.map((text) => text.trim()).filter((text) => text !== '')] as const
  })
  const allAnswers = { ...entry.answers, ...Object.fromEntries(trimmed) }
  const shownFields = new Set(visibleQuestions(questions, allAnswers).flatMap(fieldsOf))
  const answers = Object.fromEntries(
    Object.entries(allAnswers).filter(
      ([field, texts]) => texts.length > 0 && (shownFields.has(field) || !changeable.has(field)),
    ),
  )
  // A question that was not asked when they registered needs no answer now, unless it depends on an answer that changes.
  const shownBefore = new Set(visibleQuestions(questions, entry.answers).flatMap(fieldsOf))
  const faults = answerFaults(questions, answers, { signer: { firstName: '', lastName: '' }, country })
  const isAsked = (field: string) =>
    changeable.has(field) && (newAnswers[field] !== undefined || !shownBefore.has(field))
  refuseFaults(
    Object.fromEntries(
      Object.entries(faults).map(([field, fault]) => [`answers.${field}`, isAsked(field) ? fault : undefined]),
    ),
  )
  const textOf = (texts: readonly string[] = []) => JSON.stringify(texts)
  const changedIds = questions
    .filter((question) => fieldsOf(question).some((field) => textOf(answers[field]) !== textOf(entry.answers[field])))
    .map(({ id }) => id)
  return { answers, changedIds }
}

/** The options whose events the player has to be invited to, or taken off, for the worker that does it. */
function eventMoves(
  entry: RegistrationEntry,
  next: RegistrationEntry,
  { options }: LaunchedRegistration,
): Partial<RegistrationEntry> {
  const addedOptions = (ids: readonly string[], others: readonly string[]) =>
    ids.filter((id) => !others.includes(id) && eventsOf({ options }, [id]).size > 0)
  const [given, left] = [addedOptions(next.optionIds, entry.optionIds), addedOptions(entry.optionIds, next.optionIds)]
  const isMoved = given.length > 0 || left.length > 0
  return isMoved && entry.state === 'registered' ? { landing: 'moved', given, left } : {}
}
