import type { registrations as contract } from '#shared/api/registrations.ts'
import { type Viewer, viewerOf } from '#shared/childData.ts'
import { isId, organizationOf, registrationPlayerOf, teamOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import { maySeePicture } from '#shared/rules/pictures.ts'
import { changeableFields, fieldsOf } from '#shared/rules/register/answers.ts'
import { isSigned, isInformational, type Question } from '#shared/rules/registrations/questions.ts'
import { fileLink } from '../media/fileLink.ts'
import { pictureUrlOf } from '../media/harmful.ts'
import { logRead } from '../table/logRead.ts'
import type { CallOf } from '../serve.ts'
import { type File, files } from '../table/files.ts'
import { allIdsOf, players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { isActive, ownerOf, registrationEntries, type RegistrationEntry } from '../table/registrationEntries.ts'
import type { Stored } from '../table/writes.ts'
import { paymentsOf } from './payments.ts'
import { wholeOf } from './registrationOf.ts'
import { lineOf } from './track.ts'

type Api = typeof contract

/**
 * An answer as one text: an address starting with its street, a file by its id. A signature for several children is stored with one of
 * them; for each it is the signer's name.
 */
export function answerOf({ answers, signed }: RegistrationEntry, question: Question): string {
  const fieldText = fieldsOf(question)
    .flatMap((field) => answers[field] ?? [])
    .join(', ')
  return fieldText || (signed.find(({ questionId }) => questionId === question.id)?.name ?? '')
}

/** The id of the file that answers a question; undefined for other answers. */
export function fileIdIn(entry: RegistrationEntry, question: Question): string | undefined {
  const answer = question.answerType === 'FILE_ATTACHMENT' ? answerOf(entry, question) : ''
  return isId('file', answer) ? answer : undefined
}
/** The file if it was uploaded for this entry; undefined for another's. */
export const ownFile = ({ registrationId, playerId }: RegistrationEntry, file: File | undefined): File | undefined =>
  file?.about === registrationPlayerOf(registrationId, playerId) ? file : undefined

/** An answer; a file by its name, with a signed URL that is valid for some minutes. */
export async function answerCard(entry: RegistrationEntry, question: Question, now: string) {
  const fileId = fileIdIn(entry, question)
  if (fileId === undefined) {
    const answer = answerOf(entry, question)
    return { answer, ...(isSigned(question.answerType) && answer === '' && { unsigned: true }) }
  }
  const file = ownFile(entry, await files.get({ fileId }))
  if (file?.state === 'harmful') return { answer: file.name, harmful: true }
  return file ? { answer: file.name, url: await fileLink({ ...file, fileId }, now) } : { answer: '' }
}

/** The caller's rights on the team or club of a registration. */
export const viewerOn = (id: string, access: Access): Viewer =>
  viewerOf(access, { organizationId: organizationOf(id), teamId: teamOf(id) }, { isRosterVisible: false })

/** The picture that the family sent with the registration, for those who manage registrations; for others, as the family allows. */
export async function avatarOf(entry: RegistrationEntry, viewer: Viewer, now: string): Promise<string | null> {
  const { avatarId } = entry
  const playerId = ownerOf(entry)
  const file = avatarId === undefined ? undefined : await files.get({ fileId: avatarId })
  const isSent = ownFile(entry, file) !== undefined
  // Once the player has landed, the picture belongs to the player.
  if (!isSent && file?.about !== playerId) return null
  if (isSent && viewer.flags.has('canManageRegistration')) return pictureUrlOf(file, now)
  const player = await players.get({ playerId })
  return maySeePicture(viewer, { playerId, pictures: player?.pictures }, 'team') ? pictureUrlOf(file, now) : null
}

export async function readEntry({
  params: { registrationId },
  query: { playerId },
  me,
  stamp,
  now,
  permitted,
}: CallOf<Api, 'GET /rest-api/registration/track/{registrationId}/entry'>) {
  const [{ whole }, entry, { access }] = await Promise.all([
    wholeOf(registrationId),
    entryFor(registrationId, playerId),
    me,
  ])
  if (!entry) throw new Problem('not_found')
  const ownerId = ownerOf(entry)
  const viewer = viewerOn(registrationId, access)
  const containsHealth = whole.questions.some((question) => question.medical && answerOf(entry, question) !== '')
  // Reads by the family are not logged.
  if (containsHealth && !access.players.some(({ id }) => id === ownerId)) {
    await permitted
    await logRead(stamp, 'Health', ownerId)
  }
  const [[payment], profile, avatar, answers] = await Promise.all([
    paymentsOf([entry]),
    profiles.get(entry),
    avatarOf(entry, viewer, now),
    Promise.all(
      whole.questions
        .filter(({ answerType }) => !isInformational(answerType))
        .map(async (question) => ({
          question: question.questionTitle,
          ...(question.standardLabel && { standardLabel: question.standardLabel }),
          ...(await answerCard(entry, question, now)),
        })),
    ),
  ])
  return {
    ...lineOf(entry, whole.options, payment ?? null),
    avatar,
    registeredBy: profile ? { name: fullName(profile), email: profile.email } : null,
    lines: entry.lines,
    reductions: entry.reductions,
    answers: entry.answersGoneAt === undefined ? answers : [],
    answersGo: answersExpiry(entry),
    given: changeableParts(entry, whole.questions),
    signed: entry.signed.map(({ title, text, version, name, signedAt }) => ({
      ...{ title, text, name, signedAt },
      version: version ?? null,
    })),
  }
}

function answersExpiry({ answersGoAt, answersGoneAt }: RegistrationEntry) {
  const at = answersGoneAt ?? answersGoAt
  return at === undefined ? null : { at, areGone: answersGoneAt !== undefined }
}

/** The parts that can be changed. */
function changeableParts(
  { version, optionIds, addOns, answers }: Stored<RegistrationEntry>,
  questions: readonly Question[],
) {
  const changeable = changeableFields(questions)
  const changeableAnswers = changeable.flatMap((field) => (answers[field] ? [[field, answers[field]] as const] : []))
  const addOnChoices = addOns.map(({ kindIds, ...addOn }) => ({ ...addOn, kindIds: [...kindIds] }))
  return { revision: version, optionIds, addOns: addOnChoices, answers: Object.fromEntries(changeableAnswers) }
}

/**
 * Finds the entry by the id it was registered under; or any under the player's earlier ids, active ones before cancelled ones.
 */
async function entryFor(registrationId: string, playerId: string): Promise<Stored<RegistrationEntry> | undefined> {
  const entry = await registrationEntries.get({ registrationId, playerId }, { consistent: true })
  const player = entry ? undefined : await players.get({ playerId })
  if (!player) return entry
  const ids = allIdsOf(player).map((id) => ({ registrationId, playerId: id }))
  const earlierEntries = (await registrationEntries.getMany(ids)).filter((each) => each !== undefined)
  return earlierEntries.find(isActive) ?? earlierEntries[0]
}
