import { formerName } from '#shared/rules/names.ts'
import { childrenAmong, isLeftAlone } from '../people/childAccount.ts'
import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { latestAgreements, signatures, type Signature } from '../table/agreements.ts'
import { taskResponses } from '../table/assignments.ts'
import { calendarMails } from '../table/calendarMails.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { familyInvitations } from '../table/familyInvitations.ts'
import { guardians } from '../table/guardians.ts'
import { type Invitation, invitations } from '../table/invitations.ts'
import { invites } from '../table/invites.ts'
import { outbox } from '../table/outbox.ts'
import { organizationPartition } from '../table/organizations.ts'
import { playerDetails } from '../table/playerDetails.ts'
import { files } from '../table/files.ts'
import { changePictures } from '../table/rosters.ts'
import { families, playerPartition, players } from '../table/players.ts'
import { type Merge, merges } from '../table/merges.ts'
import { eraseInImports } from './eraseImports.ts'
import { eraseEntries, eraseOnRegistrations } from './eraseRegistered.ts'
import { eraseInReports } from './eraseMessages.ts'
import { eraseTasks } from './eraseTasks.ts'
import { mergeWithout } from './mergeWithout.ts'
import { type Request, type SentRequest, requests } from '../table/requests.ts'
import { userPartition } from '../table/profiles.ts'
import { all, allKeys, startingWith, retryOnConflict, write } from '../table/table.ts'
import { removedInvites } from '../table/removedRows.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import {
  forEachItem,
  removalOf,
  isPrivateContactOf,
  isAddressOf,
  type ErasedUser,
  writeIdempotently,
} from './erasedUser.ts'

/** Ends the user's role in a club or team. */
export async function leaveUnit(
  stamp: Stamp,
  { userId }: ErasedUser,
  id: { organizationId: string } | { teamId: string },
) {
  if ('teamId' in id) await writeIdempotently(stamp, ...teamAdministrators.dismiss({ userId, ...id }))
  else await writeIdempotently(stamp, ...organizationAdministrators.dismiss({ userId, ...id }))
}

/** Erases the user's data in a club, also if the club only knew them as a guardian without an account. */
export async function leaveClub(stamp: Stamp, erasedUser: ErasedUser, organizationId: string): Promise<void> {
  const { userId } = erasedUser
  const invited = { pk: organizationPartition({ organizationId }), ...startingWith('INVITATION#') }
  await forEachItem<Invitation>(invited, async (row) => {
    if (row.invitedBy !== userId) return
    await writeIdempotently(stamp, invitations.change(row, { set: { inviterName: formerName } }))
    await eraseSubjects(stamp, erasedUser, row.email)
  })
  await forEachItem<Merge>(
    { pk: organizationPartition({ organizationId }), ...startingWith('MERGE#') },
    ({ mergeId }) => eraseInMerge(stamp, erasedUser, { organizationId, mergeId }),
  )
  await eraseInImports(stamp, erasedUser, organizationId)
  await eraseInReports(stamp, userId, organizationId)
  await eraseOnRegistrations(stamp, userId, organizationId)
}

/** A merge's record, kept for thirty days, describes its families; if the merge is undone meanwhile, it is read again. */
const eraseInMerge = (stamp: Stamp, erasedUser: ErasedUser, id: Pick<Merge, 'organizationId' | 'mergeId'>) =>
  retryOnConflict(async () => {
    const merge = await merges.get(id, { consistent: true })
    if (!merge) return
    const reducedMerge = mergeWithout(merge, erasedUser, await childrenAmong(merge.gone.family, stamp.at))
    if (!reducedMerge) return
    const { gone, picture, ...rest } = reducedMerge
    await write(stamp, merges.change(id, { set: { ...rest, gone }, when: ifUnchanged(merge) }))
    if (picture) await writeIdempotently(stamp, files.removeAttached(picture, merge.goneId))
  })

/**
 * Erases the user's data at a player. The player stays with the club. If no other guardian is left, what the family has told the club is
 * erased too, even if the player has an own account: missing data is asked for again, whereas nobody could correct wrong data. `past`: the
 * user has left the family before, and may still be named there.
 */
export async function leavePlayer(
  stamp: Stamp,
  erasedUser: ErasedUser,
  playerId: string,
  relation: 'own' | 'following' | 'past',
) {
  const { userId } = erasedUser
  const items = await all<object>({ pk: playerPartition({ playerId }), ...allKeys, consistent: true })
  for (const row of familyInvitations.among(items))
    if (isAddressOf(row.email, erasedUser) || row.acceptedBy === userId) await writeIdempotently(stamp, removalOf(row))
    else if (row.invitedBy === userId) await eraseSubjects(stamp, erasedUser, row.email)
  for (const row of guardians.among(items))
    if (isAddressOf(row.email, erasedUser)) await writeIdempotently(stamp, removalOf(row))
  const ownSignatures = signatures.among(items).filter((row) => row.userId === userId)
  await eraseSigner(stamp, playerId, ownSignatures)
  for (const row of ownSignatures)
    await writeIdempotently(stamp, signatures.change(row, { set: { name: formerName, from: '' } }))
  for (const { inviteId, note, answeredBy } of invites.among(items))
    if (note !== undefined && answeredBy === userId)
      await writeIdempotently(stamp, invites.change({ inviteId }, { set: { note: undefined } }))
  for (const row of removedInvites.among(items))
    if (row.note !== undefined && row.answeredBy === userId)
      await writeIdempotently(stamp, removedInvites.change(row, { set: { note: undefined } }))
  for (const row of calendarMails.among(items))
    if (row.userId === userId) await writeIdempotently(stamp, removalOf(row))
  const isAlone = relation !== 'following' && (await eraseDetails(stamp, erasedUser, playerId, relation))
  await eraseTasks(stamp, erasedUser, taskResponses.among(items), { isAlone })
  if (relation !== 'past') await writeIdempotently(stamp, ...families.leave({ userId, playerId, relation }))
}

/** The latest signatures are copied into one item of the player, identified by their time. */
const eraseSigner = (stamp: Stamp, playerId: string, signed: readonly Signature[]) =>
  retryOnConflict(async () => {
    const row = await latestAgreements.get({ playerId }, { consistent: true })
    const isErasedSignature = (agreementId: string, at: string) =>
      signed.some((each) => each.agreementId === agreementId && each.signedAt === at)
    const all = Object.entries(row?.last ?? {})
    if (!row || !all.some(([id, { at }]) => isErasedSignature(id, at))) return
    const last = Object.fromEntries(
      all.map(([id, each]) => [id, isErasedSignature(id, each.at) ? { ...each, by: formerName } : each]),
    )
    await write(stamp, latestAgreements.change({ playerId }, { set: { last }, when: ifUnchanged(row) }))
  })

/** Returns whether they were alone as the player's family. */
async function eraseDetails(
  stamp: Stamp,
  erasedUser: ErasedUser,
  playerId: string,
  relation: 'own' | 'past',
): Promise<boolean> {
  const family = await families.of({ playerId })
  const hasNoOtherGuardian = isLeftAlone(family, erasedUser.userId, await childrenAmong(family, stamp.at))
  // If the last of the family left earlier, their details went then; what is there now is the club's.
  const isAlone = hasNoOtherGuardian && relation === 'own'
  await eraseContacts(stamp, erasedUser, playerId, isAlone)
  if (isAlone) await erasePicture(stamp, playerId)
  await eraseEntries(stamp, erasedUser.userId, playerId, { keepAnswers: !hasNoOtherGuardian })
  return isAlone
}

/**
 * Deletes all other details too if they were alone. If someone adds a contact meanwhile, it is read again, and that contact
 * stays.
 */
const eraseContacts = (stamp: Stamp, erasedUser: ErasedUser, playerId: string, isAlone: boolean): Promise<void> =>
  retryOnConflict(async () => {
    const [player, details] = await Promise.all([
      players.get({ playerId }, { consistent: true }),
      playerDetails.get({ playerId }, { consistent: true }),
    ])
    const { contacts = [] } = details ?? {}
    const remainingContacts = isAlone
      ? []
      : contacts.filter((each) => !isAddressOf(each.email, erasedUser) && !isPrivateContactOf(each, erasedUser))
    if (!player || (!isAlone && remainingContacts.length === contacts.length)) return
    const detailsCondition = details && ifUnchanged(details)
    await write(
      stamp,
      ...(detailsCondition && isAlone ? [playerDetails.remove({ playerId }, 'conflict', detailsCondition)] : []),
      ...(detailsCondition && !isAlone
        ? [playerDetails.change({ playerId }, { set: { contacts: remainingContacts }, when: detailsCondition })]
        : []),
      // Contacts' names are copied to the player's item, for the club's search.
      players.change(
        { playerId },
        { set: { contacts: remainingContacts.map(({ name }) => name) }, when: ifUnchanged(player) },
      ),
    )
  })

/** Read again if someone changes the player meanwhile: a picture that is left now would stay for good. */
const erasePicture = (stamp: Stamp, playerId: string): Promise<void> =>
  retryOnConflict(async () => {
    const player = await players.get({ playerId }, { consistent: true })
    if (player?.picture === undefined && player?.pictures === undefined) return
    if (player.picture) await writeIdempotently(stamp, files.removeAttached(player.picture, playerId))
    await write(stamp, ...changePictures(player, { picture: undefined, pictures: undefined, picturesSaid: undefined }))
  })

/** Erases the requests that the user has sent to coaches, which contain their name and address. */
export async function eraseRequests(stamp: Stamp, erasedUser: ErasedUser): Promise<void> {
  const { userId } = erasedUser
  const sentRequests = await all<SentRequest>({ pk: userPartition({ userId }), ...startingWith('SENT#') })
  for (const to of new Set(sentRequests.map((row) => row.to))) {
    await eraseSubjects(stamp, erasedUser, to)
    const coach = await emailUsers.get({ email: to }, { consistent: true })
    if (!coach) continue
    await forEachItem<Request>({ pk: userPartition(coach), ...startingWith('REQUEST#') }, async (row) => {
      if (row.kind === requests.kind && row.askedBy === userId) await writeIdempotently(stamp, removalOf(row))
    })
  }
}

/** The state of mails to others is kept for a while with the subject, which may name this person. */
const eraseSubjects = (stamp: Stamp, { names }: ErasedUser, email: string) =>
  forEachItem<{ pk: string }>(outbox.toAddress(email, '2000'), async ({ pk }) => {
    const id = { mailId: pk.slice('OUTBOX#'.length) }
    const { subject = '' } = (await outbox.get(id)) ?? {}
    if (names.some((name) => subject.includes(name)))
      await writeIdempotently(stamp, outbox.change(id, { set: { subject: '' } }))
  })
