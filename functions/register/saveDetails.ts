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
  type FilledForm,
  isActive,
  isOfPlayer,
  type RegistrationDraft,
  registrationDrafts,
  type SignedWaiver,
} from '../table/registrationEntries.ts'
import { checkItemSize } from '../table/itemSizeLimit.ts'
import { write } from '../table/table.ts'
import { depositCentsOf } from './deposits.ts'
import { readFamilyState } from './family.ts'
import { pricesOf } from './pricing.ts'
import { signaturesBy, signaturesFor } from './signatures.ts'
import {
  checkInvited,
  checkOpen,
  type LaunchedRegistration,
  readLaunched,
  offerOf,
  type Registrar,
  registrarOf,
} from './launchedRegistration.ts'
import { fitsInTransaction } from './reservations.ts'

type Api = typeof register
type Call = CallOf<Api, 'POST /rest-api/register/{registrationId}/details'>

/** Saves what a family has filled in for a child, as a draft. Throws `bad_request` with a fault for each invalid field. */
export async function saveDetails({ params: { registrationId }, body, userId, me, stamp, now, permitted }: Call) {
  const { registrationPlayerId } = body
  if (registrationOf(registrationPlayerId) !== registrationId) throw new Problem('not_found')
  const playerId = playerOf(registrationPlayerId)
  const [registration, registrar, existingPlayer, storedForms] = await Promise.all([
    readLaunched(registrationId, now),
    registrarOf(userId, me),
    body.playerId === 'new_player' ? players.get({ playerId }) : undefined,
    registrationDrafts.of({ registrationId, userId }),
  ])
  checkOpen(registration, now)
  await checkInvited(registration, registrar)
  const { drafts, entries } = await readFamilyState(registrationId, registrar.access, Promise.resolve(storedForms))
  if (entries.some((entry) => isActive(entry) && isOfPlayer(entry, playerId))) throw new Problem('already_registered')
  const storedDraft = drafts.find((draft) => draft.playerId === playerId)
  if (!storedDraft && drafts.length >= maxChildren) throw new Problem('too_many_children')
  if (existingPlayer) throw new Problem('conflict')
  const form = readForm(body, registration, registrar, playerId)
  const otherDrafts = drafts.filter((draft) => draft.playerId !== playerId)
  const allDrafts = [...otherDrafts, { ...storedDraft, ...form }]
  if (
    !fitsInTransaction(
      allDrafts,
      fileIdsOf(registration, allDrafts).length,
      depositCentsOf(registration.registration) > 0,
    )
  )
    throw new Problem('too_many_children')
  const signed = signaturesFor(registration, form.answers, signaturesBy(userId, { drafts, entries }), now)
  // Staff who act in somebody's place may fill in the form, and cannot sign.
  if (stamp.subject !== undefined && signed.some(({ signedAt }) => signedAt === now))
    throw new Problem('only_themselves')
  refuseFaults(faultsOf(form, registration, registrar, questionIdsOf(signed)))
  const id = { registrationId, userId, playerId }
  // The size is checked with the price lines that it will have as an entry.
  const [price] = pricesOf(registration, [form], { entries, promo: undefined, uses: 0 })
  checkItemSize({ ...id, ...form, signed, ...price })
  const fileOwner = { about: registrationPlayerId, until: registrationDrafts.filesUntil({ savedAt: now }) }
  await permitted
  if ((await harmfulAmong(fileIdsOf(registration, [form]))).size > 0) throw new Problem('file_harmful')
  await write(
    stamp,
    registrationDrafts.upsert(id, { set: { ...id, ...form, signed, savedAt: now } }),
    // By this row a user who is no member of the club is found in a copy or erasure of their data.
    ...(storedForms.drafts.length === 0 ? [leftPlaces.record({ userId, id: registrationId, is: 'registration' })] : []),
    ...fileWrites(registration, storedDraft?.answers, form.answers, { userId, ...fileOwner }),
    ...(storedDraft?.avatarId === undefined ? [] : [files.keepUntil(storedDraft.avatarId, fileOwner)]),
  )
  return { registrationPlayerId }
}

/** What was filled in: with the name of an own player as the club has it, or of a new one as it was filled in. */
function readForm(
  { playerId: chosenPlayerId, optionIds, addOnFormResponses, answers: sentAnswers }: Call['body'],
  { questions }: LaunchedRegistration,
  { access }: Registrar,
  playerId: string,
): FilledForm {
  const answers = cleanAnswers(questions, sentAnswers)
  const addOns = pickedAddOns(addOnFormResponses)
  const ownPlayer = playersWith(access, 'pays').find(({ id }) => id === playerId)
  if (chosenPlayerId !== 'new_player') {
    if (chosenPlayerId !== playerId || !ownPlayer) throw new Problem('not_found')
    const { firstName, lastName } = ownPlayer
    return { isNew: false, firstName, lastName, optionIds, addOns, answers }
  }
  const answerByLabel = (label: string) => {
    const question = questions.find(({ standardLabel }) => standardLabel === label)
    return (question && answers[question.id]?.[0]) ?? ''
  }
  return {
    isNew: true,
    firstName: answerByLabel('FIRST_NAME'),
    lastName: answerByLabel('LAST_NAME'),
    optionIds,
    addOns,
    answers,
  }
}

/** The faults of what was filled in, by field. */
export function faultsOf(
  form: FilledForm,
  registration: LaunchedRegistration,
  { profile: signer }: Registrar,
  signed: ReadonlySet<string>,
): ValueFaults {
  const about = { signer, country: registration.country, signedQuestionIds: signed }
  const answers = answerFaults(registration.questions, form.answers, about)
  return {
    ...choiceFaults(offerOf(registration), form),
    ...Object.fromEntries(Object.entries(answers).map(([field, fault]) => [`answers.${field}`, fault])),
  }
}

export const questionIdsOf = (signed: readonly SignedWaiver[]): ReadonlySet<string> =>
  new Set(signed.map(({ questionId }) => questionId))

/** The ids of the files of drafts, with pictures. */
export const fileIdsOf = (
  registration: LaunchedRegistration,
  drafts: readonly Pick<RegistrationDraft, 'answers' | 'avatarId'>[],
): string[] =>
  drafts.flatMap(({ answers, avatarId }) => [
    ...fileIdsIn(registration, answers),
    ...(avatarId === undefined ? [] : [avatarId]),
  ])

/** The ids of files among answers. */
const fileIdsIn = ({ questions }: Pick<LaunchedRegistration, 'questions'>, answers: FilledForm['answers']): string[] =>
  questions.filter(({ answerType }) => answerType === 'FILE_ATTACHMENT').flatMap(({ id }) => answers[id] ?? [])

/** Attaches the files of the new answers to the draft, and releases those that are not answers any more. */
function fileWrites(
  registration: LaunchedRegistration,
  oldAnswers: FilledForm['answers'] = {},
  newAnswers: FilledForm['answers'],
  owner: { userId: string; about: string; until?: string },
) {
  const { registrationId } = registration
  const isOfClub = (fileId: string) => isId('file', fileId) && organizationOf(fileId) === organizationOf(registrationId)
  const [oldIds, newIds] = [new Set(fileIdsIn(registration, oldAnswers)), new Set(fileIdsIn(registration, newAnswers))]
  if (![...newIds].every(isOfClub)) throw new Problem('file_missing')
  return [
    ...[...newIds].map((fileId) => (oldIds.has(fileId) ? files.keepUntil(fileId, owner) : files.attach(fileId, owner))),
    ...[...oldIds].filter((fileId) => !newIds.has(fileId)).map((fileId) => files.removeAttached(fileId, owner.about)),
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
    readLaunched(registrationId, now),
    registrationDrafts.get(id, { consistent: true }),
  ])
  // Deleted already: a repeated request, after a lost reply.
  if (!draft) return {}
  await write(
    stamp,
    registrationDrafts.remove(id),
    ...fileWrites(registration, draft.answers, {}, { userId, about: registrationPlayerId }),
    ...(draft.avatarId === undefined ? [] : [files.removeAttached(draft.avatarId, registrationPlayerId)]),
  )
  return {}
}
