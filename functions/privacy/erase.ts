import { AdminDeleteUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { organizationOf } from '#shared/ids.ts'
import { isProblem } from '#shared/problems.ts'
import { deleteObject } from '../media/bucket.ts'
import { accessTokens, tokenLists } from '../table/accessTokens.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { feedDocuments, feeds } from '../table/feeds.ts'
import { type Guardian, guardians } from '../table/guardians.ts'
import { invitationsTo } from '../table/invitationsByAddress.ts'
import { type LeftPlace, leftPlaces } from '../table/leftPlaces.ts'
import { meOf } from '../table/me.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { leftConversations, myConversations } from '../table/conversations.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { dataCopies, type Erasure, erasureReceipts, erasures } from '../table/privacy.ts'
import { profiles, userPartition } from '../table/profiles.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { savedCards } from '../table/savedCards.ts'
import { sessions } from '../table/sessions.ts'
import { supportMessages, allSupportRows } from '../table/support.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { all, allKeys, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { eraseOnRegistration } from './eraseRegistered.ts'
import { eraseAuthor, eraseInConversation, eraseReader, eraseRecipient } from './eraseMessages.ts'
import { eraseRequests, leaveClub, leavePlayer, leaveUnit } from './eraseInClub.ts'
import { handOver } from './erasure.ts'
import { forEachItem, removalOf, type ErasedUser, writeIdempotently } from './erasedUser.ts'

const cognito = new CognitoIdentityProviderClient({ maxAttempts: 3 })

/**
 * Erases an account and all personal data of its user. Each step deletes the item by which it finds its work only when it is done, so after
 * an interruption the next run continues. Returns `waits` while the user is the only one who can appoint administrators of a club.
 */
export async function erase(erasure: Stored<Erasure>, at: string): Promise<'erased' | 'waits' | 'taken back'> {
  const { userId, receiptId } = erasure
  const stamp: Stamp = { actor: 'privacy-erase', at }
  if (!(await erasures.get({ userId }, { consistent: true }))) return 'taken back'
  const me = await meOf({ userId })
  const handOverWrites = await handOver(me)
  if (!handOverWrites) return 'waits'
  if (!(await startErasure(stamp, erasure, handOverWrites))) return 'taken back'
  await forgetCards(stamp, userId)
  // From here on, the picture is not copied anywhere again.
  await writeIdempotently(stamp, profiles.change({ userId }, { set: { avatarAt: undefined } }))
  const profile = await profiles.get({ userId }, { consistent: true })
  const names = [profile?.firstName, profile?.lastName].filter((name) => name !== undefined && name.length > 1)
  const emails = profile ? await emailUsers.addressesOf(profile) : []
  const { firstName = '', lastName = '' } = profile ?? {}
  const erasedUser = { userId, emails, names: names as string[], signer: { firstName, lastName } }
  const { players, following, organizations } = me.access
  const pastPlaces = await leftPlaces.of({ userId })
  const places = [...organizations, ...players, ...following, ...pastPlaces].map(({ id }) => id)
  const clubs = new Set(
    [...places, ...(await Promise.all(emails.map(placesKnowingAddress))).flat()].map(organizationOf),
  )

  await eraseRequests(stamp, erasedUser)
  for (const row of await myConversations.of({ userId }, { consistent: true }))
    await eraseInConversation(stamp, userId, row)
  for (const { conversationSid, leftSeq: lastSeq } of await leftConversations.of({ userId }))
    await eraseInConversation(stamp, userId, { conversationSid, lastSeq })
  await eraseRecipient(stamp, userId)
  await eraseAuthor(stamp, userId)
  await eraseReader(stamp, userId)
  for (const club of clubs) await leaveClub(stamp, erasedUser, club)
  for (const { id, is } of pastPlaces) if (is === 'registration') await eraseOnRegistration(stamp, userId, id)
  for (const { id } of players) await leavePlayer(stamp, erasedUser, id, 'own')
  for (const { id } of following) await leavePlayer(stamp, erasedUser, id, 'following')
  for (const id of await pastPlayers(pastPlaces)) await leavePlayer(stamp, erasedUser, id, 'past')
  for (const { id, flags, teams } of organizations) {
    for (const team of teams) await leaveUnit(stamp, erasedUser, { teamId: team.id })
    if (flags) await leaveUnit(stamp, erasedUser, { organizationId: id })
  }
  await eraseOwn(stamp, erasedUser)
  // A concurrent run has noted it already.
  await writeIdempotently(
    stamp,
    erasures.remove({ userId }),
    erasureReceipts.change({ receiptId }, { set: { state: 'done', doneAt: at } }),
  )
  return 'erased'
}

/**
 * Where clubs know a person by their address, whether they were ever there or not: as a player's guardian, or by an invitation.
 */
async function placesKnowingAddress(email: string): Promise<string[]> {
  const [guardianRows, invited] = await Promise.all([
    all<Guardian>(guardians.withAddress(email)),
    all<{ gsi1sk: string }>(invitationsTo(email)),
  ])
  return [...guardianRows.map(({ playerId }) => playerId), ...invited.map(({ gsi1sk }) => gsi1sk)]
}

/** Players in whose family they were, and the players these were merged into since. */
async function pastPlayers(pastPlaces: readonly LeftPlace[]): Promise<Set<string>> {
  const ids = pastPlaces.filter(({ is }) => is === 'player').map(({ id }) => id)
  return new Set([...ids, ...(await mergedPlayers.currentIds(ids)).values()])
}

/**
 * The point of no return: a withdrawal at the same moment either comes first, or is refused. The same transaction takes away
 * their right to appoint administrators, on condition that another one still has it.
 */
async function startErasure(stamp: Stamp, { userId, receiptId }: Erasure, handOverWrites: Write[]): Promise<boolean> {
  try {
    await write(
      stamp,
      erasures.change({ userId }, { set: { begunAt: stamp.at }, when: [['receiptId', '=', receiptId]] }, 'not_found'),
      sessions.upsert({ userId }, { set: { disabled: true } }),
      ...handOverWrites,
    )
    return true
  } catch (error) {
    if (isProblem(error, 'not_found')) return false
    throw error
  }
}

/**
 * Stops all charges to them. The worker for saved cards closes the page on which they could leave a card, and has the provider
 * delete each card and its customer, including cards they had deleted themselves before.
 */
async function forgetCards(stamp: Stamp, userId: string): Promise<void> {
  for (const card of await savedCards.of(userId)) {
    const set = { label: '', state: 'off' as const, lookAt: stamp.at }
    await update(stamp, savedCards.change(card, { set, when: ifUnchanged(card) }))
  }
}

async function eraseOwn(stamp: Stamp, { userId, emails }: ErasedUser): Promise<void> {
  for (const { feedId } of await feeds.of({ userId })) {
    await writeIdempotently(stamp, feedDocuments.remove({ feedId }))
    await writeIdempotently(stamp, feeds.remove({ feedId }))
  }
  for (const token of await accessTokens.of({ userId })) await writeIdempotently(stamp, accessTokens.remove(token))
  await writeIdempotently(stamp, tokenLists.remove({ userId }))
  // Also where they are no longer family or never were: a club may have entered their address at a player.
  for (const email of emails) {
    await forEachItem<Guardian>(guardians.withAddress(email), (row) => writeIdempotently(stamp, removalOf(row)))
    await forEachItem<object>(invitationsTo(email), (invitation) => writeIdempotently(stamp, removalOf(invitation)))
    await forEachItem<OutboxMail>(outbox.toAddress(email, '2000'), (mail) => writeIdempotently(stamp, removalOf(mail)))
  }
  for (const { deviceId } of await pushDevices.of({ userId }))
    await writeIdempotently(stamp, pushDevices.remove({ deviceId }, 'not_found', [['userId', '=', userId]]))
  // Including what they asked before they had an account. Visitors' threads are found by their messages, so these go last.
  const askedThreads = await Promise.all(emails.map(supportMessages.threadsFrom))
  for (const thread of [{ threadId: userId }, ...askedThreads.flat()])
    for (const item of (await allSupportRows(thread)).toReversed()) await writeIdempotently(stamp, removalOf(item))
  const { avatarName } = (await profiles.get({ userId }, { consistent: true })) ?? {}
  for (const name of avatarName === undefined ? [userId] : [userId, avatarName]) await deleteObject(`avatar/${name}`)
  for (const { copyId } of await dataCopies.of({ userId })) await deleteObject(`copies/${copyId}`)
  await deleteAccount(userId)
  for (const email of emails) {
    await writeIdempotently(stamp, suppressedAddresses.remove({ email }))
    await writeIdempotently(stamp, emailUsers.remove({ email }, 'not_found', [['userId', '=', userId]]))
  }
  const ownItems = { pk: userPartition({ userId }), ...allKeys, consistent: true }
  // Tokens outlive the account for an hour: the disabled session stays, and names nobody.
  const keptKinds: string[] = [erasures.kind, sessions.kind]
  for (const item of await all<object>(ownItems))
    if (!keptKinds.includes(item.kind)) await writeIdempotently(stamp, removalOf(item))
}

/** Ignores an account that is gone already. */
async function deleteAccount(Username: string): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: process.env.USER_POOL_ID, Username }))
  } catch (error) {
    if ((error as Error).name !== 'UserNotFoundException') throw error
  }
}
