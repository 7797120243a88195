import type { register } from '#shared/api/register.ts'
import { isId, organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { answerFaults, cleanAnswers } from '#shared/rules/register/answers.ts'
import { maxChildren } from '#shared/rules/register/carts.ts'
import { choiceFaults, pickedAddOns } from '#shared/rules/register/choices.ts'
import { harmfulAmong } from '../media/harmful.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { files } from '../table/files.ts'
import { leftPlaces } from '../table/leftPlaces.ts'
import { players } from '../table/players.ts'
import {
  type Filled,
  isActive,
  isOf,
  type RegistrationDraft,
  registrationDrafts,
  type Signed,
} from '../table/registrationEntries.ts'
import { refuseTooMuch } from '../table/room.ts'
import { write } from '../table/table.ts'
import { depositAsked } from './deposits.ts'
import { familyOn } from './family.ts'
import { pricesOf } from './pricing.ts'
import { signedBy, signedFor } from './signed.ts'
import { checkInvited, checkOpen, type Found, found, offeredBy, type Registrar, registrarOf } from './found.ts'
import { fitsAtOnce } from './takes.ts'

type Api = typeof register
type Call = CallOf<Api, 'POST /rest-api/register/{registrationId}/details'>

/** Saves what a family has filled in for a child, as a draft. Throws `bad_request` with a fault for each invalid field. */
export async function saveDetails({ params: { registrationId }, body, userId, me, stamp, now, permitted }: Call) {
  const { registrationPlayerId } = body
  if (registrationOf(registrationPlayerId) !== registrationId) throw new Problem('not_found')
  const playerId = playerOf(registrationPlayerId)
  const [registration, registrar, there, sentBefore] = await Promise.all([
    found(registrationId, now),
    registrarOf(userId, me),
    body.playerId === 'new_player' ? players.get({ playerId }) : undefined,
    registrationDrafts.of({ registrationId, userId }),
  ])
  checkOpen(registration, now)
  await checkInvited(registration, registrar)
  const { drafts, entries } = await familyOn(registrationId, registrar.access, Promise.resolve(sentBefore))
  if (entries.some((entry) => isActive(entry) && isOf(entry, playerId))) throw new Problem('already_registered')
  const before = drafts.find((draft) => draft.playerId === playerId)
  if (!before && drafts.length >= maxChildren) throw new Problem('too_many_children')
  if (there) throw new Problem('conflict')
  const filled = filledOf(body, registration, registrar, playerId)
  const others = drafts.filter((draft) => draft.playerId !== playerId)
  const all = [...others, { ...before, ...filled }]
  if (!fitsAtOnce(all, filesOf(registration, all).length, depositAsked(registration.registration) > 0))
    throw new Problem('too_many_children')
  const signed = signedFor(registration, filled.answers, signedBy(userId, { drafts, entries }), now)
  // Staff who act in somebody's place may fill in the form, and cannot sign.
  if (stamp.subject !== undefined && signed.some(({ signedAt }) => signedAt === now))
    throw new Problem('only_themselves')
  refuseFaults(faultsOf(filled, registration, registrar, idsOf(signed)))
  const id = { registrationId, userId, playerId }
  // The size is checked with the price lines that it will have as an entry.
  const [price] = pricesOf(registration, [filled], { entries, promo: undefined, uses: 0 })
  refuseTooMuch({ ...id, ...filled, signed, ...price })
  const kept = { about: registrationPlayerId, until: registrationDrafts.filesUntil({ savedAt: now }) }
  await permitted
  if ((await harmfulAmong(filesOf(registration, [filled]))).size > 0) throw new Problem('file_harmful')
  await write(
    stamp,
    registrationDrafts.upsert(id, { set: { ...id, ...filled, signed, savedAt: now } }),
    // By this row a user who is no member of the club is found in a copy or erasure of their data.
    ...(sentBefore.drafts.length === 0 ? [leftPlaces.keep({ userId, id: registrationId, is: 'registration' })] : []),
    ...attached(registration, before?.answers, filled.answers, { userId, ...kept }),
    ...(before?.avatarId === undefined ? [] : [files.stays(before.avatarId, kept)]),
  )
  return { registrationPlayerId }
}

/** What was filled in: with the name of an own player as the club has it, or of a new one as it was filled in. */
function filledOf(
  { playerId: chosen, optionIds, addOnFormResponses, answers: given }: Call['body'],
  { questions }: Found,
  { access }: Registrar,
  playerId: string,
): Filled {
  const answers = cleanAnswers(questions, given)
  const addOns = pickedAddOns(addOnFormResponses)
  const own = playersWith(access, 'pays').find(({ id }) => id === playerId)
  if (chosen !== 'new_player') {
    if (chosen !== playerId || !own) throw new Problem('not_found')
    const { firstName, lastName } = own
    return { isNew: false, firstName, lastName, optionIds, addOns, answers }
  }
  const labelled = (label: string) => {
    const question = questions.find(({ standardLabel }) => standardLabel === label)
    return (question && answers[question.id]?.[0]) ?? ''
  }
  return {
    isNew: true,
    firstName: labelled('FIRST_NAME'),
    lastName: labelled('LAST_NAME'),
    optionIds,
    addOns,
    answers,
  }
}

/** The faults of what was filled in, by field. */
export function faultsOf(
  filled: Filled,
  registration: Found,
  { profile: signer }: Registrar,
  signed: ReadonlySet<string>,
): ValueFaults {
  const about = { signer, country: registration.country, signedQuestionIds: signed }
  const answers = answerFaults(registration.questions, filled.answers, about)
  return {
    ...choiceFaults(offeredBy(registration), filled),
    ...Object.fromEntries(Object.entries(answers).map(([field, fault]) => [`answers.${field}`, fault])),
  }
}

export const idsOf = (signed: readonly Signed[]): ReadonlySet<string> =>
  new Set(signed.map(({ questionId }) => questionId))

/** The ids of the files of drafts, with pictures. */
export const filesOf = (
  registration: Found,
  drafts: readonly Pick<RegistrationDraft, 'answers' | 'avatarId'>[],
): string[] =>
  drafts.flatMap(({ answers, avatarId }) => [
    ...filesIn(registration, answers),
    ...(avatarId === undefined ? [] : [avatarId]),
  ])

/** The ids of files among answers. */
const filesIn = ({ questions }: Pick<Found, 'questions'>, answers: Filled['answers']): string[] =>
  questions.filter(({ answerType }) => answerType === 'FILE_ATTACHMENT').flatMap(({ id }) => answers[id] ?? [])

/** Attaches the files of the new answers to the draft, and releases those that are not answers any more. */
function attached(
  registration: Found,
  before: Filled['answers'] = {},
  now: Filled['answers'],
  owner: { userId: string; about: string; until?: string },
) {
  const { registrationId } = registration
  const isOfClub = (fileId: string) => isId('file', fileId) && organizationOf(fileId) === organizationOf(registrationId)
  const [was, is] = [new Set(filesIn(registration, before)), new Set(filesIn(registration, now))]
  if (![...is].every(isOfClub)) throw new Problem('file_missing')
  return [
    ...[...is].map((fileId) => (was.has(fileId) ? files.stays(fileId, owner) : files.attach(fileId, owner))),
    ...[...was].filter((fileId) => !is.has(fileId)).map((fileId) => files.letGo(fileId, owner.about)),
  ]
}

/** Deletes a draft, with its files. */
export async function removeDetails({
  params: { registrationId, registrationPlayerId },
  userId,
  stamp,
  now,
}: CallOf<Api, 'DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}'>) {
  if (registrationOf(registrationPlayerId) !== registrationId) throw new Problem('not_found')
  const id = { registrationId, userId, playerId: playerOf(registrationPlayerId) }
  const [registration, draft] = await Promise.all([
    found(registrationId, now),
    registrationDrafts.get(id, { consistent: true }),
  ])
  // Deleted already: a repeated request, after a lost reply.
  if (!draft) return {}
  await write(
    stamp,
    registrationDrafts.remove(id),
    ...attached(registration, draft.answers, {}, { userId, about: registrationPlayerId }),
    ...(draft.avatarId === undefined ? [] : [files.letGo(draft.avatarId, registrationPlayerId)]),
  )
  return {}
}
