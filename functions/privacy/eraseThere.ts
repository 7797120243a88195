import { formerName } from '#shared/rules/names.ts'
import { childrenAmong, isLeftAlone } from '../people/childAccount.ts'
import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { latestAgreements, signatures, type Signature } from '../table/agreements.ts'
import { type AssignedTaskId, taskResponses } from '../table/assignments.ts'
import { type CalendarMail, calendarMails } from '../table/calendarMails.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { type FamilyInvitation, familyInvitations } from '../table/familyInvitations.ts'
import { type Guardian, guardians } from '../table/guardians.ts'
import { type Invitation, invitations } from '../table/invitations.ts'
import type { Invite } from '../table/inviteRows.ts'
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
import { eraseInReports } from './eraseSaid.ts'
import { eraseTasks } from './eraseTasks.ts'
import { mergeWithout } from './mergeWithout.ts'
import { type Request, type SentRequest, requests } from '../table/requests.ts'
import { userPartition } from '../table/profiles.ts'
import { all, startingWith, retryOnConflict, write } from '../table/table.ts'
import { type RemovedInvite, removedInvites } from '../table/removedRows.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'
import { each, goneOf, isKeptBy, isAddressOf, type Leaving, quietly } from './quiet.ts'

/** Ends the user's role in a club or team. */
export async function leaveUnit(
  stamp: Stamp,
  { userId }: Leaving,
  id: { organizationId: string } | { teamId: string },
) {
  if ('teamId' in id) await quietly(stamp, ...teamAdministrators.dismiss({ userId, ...id }))
  else await quietly(stamp, ...organizationAdministrators.dismiss({ userId, ...id }))
}

/** Erases the user's data in a club, also if the club only knew them as a guardian without an account. */
export async function leaveClub(stamp: Stamp, leaving: Leaving, organizationId: string): Promise<void> {
  const { userId } = leaving
  const invited = { pk: organizationPartition({ organizationId }), ...startingWith('INVITATION#') }
  await each<Invitation>(invited, async (row) => {
    if (row.invitedBy !== userId) return
    await quietly(stamp, invitations.change(row, { set: { inviterName: formerName } }))
    await eraseSubjects(stamp, leaving, row.email)
  })
  await each<Merge>({ pk: organizationPartition({ organizationId }), ...startingWith('MERGE#') }, ({ mergeId }) =>
    eraseInMerge(stamp, leaving, { organizationId, mergeId }),
  )
  await eraseInImports(stamp, leaving, organizationId)
  await eraseInReports(stamp, userId, organizationId)
  await eraseOnRegistrations(stamp, userId, organizationId)
}

/** A merge's record, kept for thirty days, describes its families; if the merge is undone meanwhile, it is read again. */
const eraseInMerge = (stamp: Stamp, leaving: Leaving, id: Pick<Merge, 'organizationId' | 'mergeId'>) =>
  retryOnConflict(async () => {
    const merge = await merges.get(id, { consistent: true })
    if (!merge) return
    const without = mergeWithout(merge, leaving, await childrenAmong(merge.gone.family, stamp.at))
    if (!without) return
    const { gone, picture, ...rest } = without
    await write(stamp, merges.change(id, { set: { ...rest, gone }, when: ifUnchanged(merge) }))
    if (picture) await quietly(stamp, files.removeAttached(picture, merge.goneId))
  })

/**
 * Erases the user's data at a player. The player stays with the club. If no other guardian is left, what the family has told the club is
 * erased too, even if the player has an own account: missing data is asked for again, whereas nobody could correct wrong data. `past`: the
 * user has left the family before, and may still be named there.
 */
export async function leavePlayer(
  stamp: Stamp,
  leaving: Leaving,
  playerId: string,
  relation: 'own' | 'following' | 'past',
) {
  const { userId } = leaving
  const items = await all<object>({ pk: playerPartition({ playerId }), from: ' ', to: '\u{10ffff}', consistent: true })
  const of = <Row>({ kind }: { kind: string }) => items.filter((item) => item.kind === kind) as Stored<Row>[]
  for (const row of of<FamilyInvitation>(familyInvitations))
    if (isAddressOf(row.email, leaving) || row.acceptedBy === userId) await quietly(stamp, goneOf(row))
    else if (row.invitedBy === userId) await eraseSubjects(stamp, leaving, row.email)
  for (const row of of<Guardian>(guardians)) if (isAddressOf(row.email, leaving)) await quietly(stamp, goneOf(row))
  const signed = of<Signature>(signatures).filter((row) => row.userId === userId)
  await eraseSigner(stamp, playerId, signed)
  for (const row of signed) await quietly(stamp, signatures.change(row, { set: { name: formerName, from: '' } }))
  for (const { inviteId, note, answeredBy } of of<Invite>(invites))
    if (note !== undefined && answeredBy === userId)
      await quietly(stamp, invites.change({ inviteId }, { set: { note: undefined } }))
  for (const row of of<RemovedInvite>(removedInvites))
    if (row.note !== undefined && row.answeredBy === userId)
      await quietly(stamp, removedInvites.change(row, { set: { note: undefined } }))
  for (const row of of<CalendarMail>(calendarMails)) if (row.userId === userId) await quietly(stamp, goneOf(row))
  const alone = relation !== 'following' && (await eraseDetails(stamp, leaving, playerId, relation))
  await eraseTasks(stamp, leaving, of<AssignedTaskId>(taskResponses), { alone })
  if (relation !== 'past') await quietly(stamp, ...families.leave({ userId, playerId, relation }))
}

/** The latest signatures are copied into one item of the player, identified by their time. */
const eraseSigner = (stamp: Stamp, playerId: string, signed: readonly Signature[]) =>
  retryOnConflict(async () => {
    const row = await latestAgreements.get({ playerId }, { consistent: true })
    const isAddressOf = (agreementId: string, at: string) =>
      signed.some((each) => each.agreementId === agreementId && each.signedAt === at)
    const all = Object.entries(row?.last ?? {})
    if (!row || !all.some(([id, { at }]) => isAddressOf(id, at))) return
    const last = Object.fromEntries(
      all.map(([id, each]) => [id, isAddressOf(id, each.at) ? { ...each, by: formerName } : each]),
    )
    await write(stamp, latestAgreements.change({ playerId }, { set: { last }, when: ifUnchanged(row) }))
  })

/** Returns whether they were alone as the player's family. */
async function eraseDetails(
  stamp: Stamp,
  leaving: Leaving,
  playerId: string,
  relation: 'own' | 'past',
): Promise<boolean> {
  const family = await families.of({ playerId })
  const nobody = isLeftAlone(family, leaving.userId, await childrenAmong(family, stamp.at))
  // If the last of the family left earlier, their details went then; what is there now is the club's.
  const alone = nobody && relation === 'own'
  await eraseContacts(stamp, leaving, playerId, alone)
  if (alone) await erasePicture(stamp, playerId)
  await eraseEntries(stamp, leaving.userId, playerId, { told: !nobody })
  return alone
}

/**
 * Deletes all other details too if they were alone. If someone adds a contact meanwhile, it is read again, and that contact
 * stays.
 */
const eraseContacts = (stamp: Stamp, leaving: Leaving, playerId: string, alone: boolean): Promise<void> =>
  retryOnConflict(async () => {
    const [player, details] = await Promise.all([
      players.get({ playerId }, { consistent: true }),
      playerDetails.get({ playerId }, { consistent: true }),
    ])
    const { contacts = [] } = details ?? {}
    const left = alone ? [] : contacts.filter((each) => !isAddressOf(each.email, leaving) && !isKeptBy(each, leaving))
    if (!player || (!alone && left.length === contacts.length)) return
    const upon = details && ifUnchanged(details)
    await write(
      stamp,
      ...(upon && alone ? [playerDetails.remove({ playerId }, 'conflict', upon)] : []),
      ...(upon && !alone ? [playerDetails.change({ playerId }, { set: { contacts: left }, when: upon })] : []),
      // Contacts' names are copied to the player's item, for the club's search.
      players.change({ playerId }, { set: { contacts: left.map(({ name }) => name) }, when: ifUnchanged(player) }),
    )
  })

/** Read again if someone changes the player meanwhile: a picture that is left now would stay for good. */
const erasePicture = (stamp: Stamp, playerId: string): Promise<void> =>
  retryOnConflict(async () => {
    const player = await players.get({ playerId }, { consistent: true })
    if (player?.picture === undefined && player?.pictures === undefined) return
    if (player.picture) await quietly(stamp, files.removeAttached(player.picture, playerId))
    await write(stamp, ...changePictures(player, { picture: undefined, pictures: undefined, picturesSaid: undefined }))
  })

/** Erases the requests that the user has sent to coaches, which contain their name and address. */
export async function eraseRequests(stamp: Stamp, leaving: Leaving): Promise<void> {
  const { userId } = leaving
  const sent = await all<SentRequest>({ pk: userPartition({ userId }), ...startingWith('SENT#') })
  for (const to of new Set(sent.map((row) => row.to))) {
    await eraseSubjects(stamp, leaving, to)
    const coach = await emailUsers.get({ email: to }, { consistent: true })
    if (!coach) continue
    await each<Request>({ pk: userPartition(coach), ...startingWith('REQUEST#') }, async (row) => {
      if (row.kind === requests.kind && row.askedBy === userId) await quietly(stamp, goneOf(row))
    })
  }
}

/** The state of mails to others is kept for a while with the subject, which may name this person. */
const eraseSubjects = (stamp: Stamp, { names }: Leaving, email: string) =>
  each<{ pk: string }>(outbox.toAddress(email, '2000'), async ({ pk }) => {
    const id = { mailId: pk.slice('OUTBOX#'.length) }
    const { subject = '' } = (await outbox.get(id)) ?? {}
    if (names.some((name) => subject.includes(name))) await quietly(stamp, outbox.change(id, { set: { subject: '' } }))
  })
