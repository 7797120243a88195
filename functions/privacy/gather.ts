import { isAskedOf } from '#shared/rules/splitting.ts'
import { organizationOf } from '#shared/ids.ts'
import { type AccessPlayer, type GuardianRight, hasRight } from '#shared/permissions.ts'
import { getObject } from '../media/bucket.ts'
import type { Fee, FeePayment } from '../table/fees.ts'
import { files as sentFiles } from '../table/files.ts'
import { accessTokens } from '../table/accessTokens.ts'
import { emailUsers, normalEmail } from '../table/emailUsers.ts'
import { feeds } from '../table/feeds.ts'
import { meOf } from '../table/me.ts'
import { type Message, messages } from '../table/messages.ts'
import {
  conversations,
  type LeftConversation,
  leftConversations,
  type MyConversation,
  myConversations,
} from '../table/conversations.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { type LeftPlace, leftPlaces } from '../table/leftPlaces.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import type { PlayerDetails } from '../table/playerDetails.ts'
import { playerPartition } from '../table/players.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { type Profile, userPartition } from '../table/profiles.ts'
import { isOnline } from '../table/refunding.ts'
import { filesOfForm, type RegistrationDraft, type RegistrationEntry } from '../table/registrationEntries.ts'
import { savedCards } from '../table/savedCards.ts'
import { type SupportMessage, supportMessages, allSupportRows } from '../table/support.ts'
import { all, allKeys } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'
import { addFilledIn, addRegistrations } from './gatherRegistered.ts'

type Item = Stored<Record<string, unknown>>
/** All data of a user and of their own players that they may see, by kind. */
export type Gathered = Record<string, object[]>

const wholePartition = (pk: string) => ({ pk, ...allKeys, consistent: true })

/** Kinds about others, or internal ones: requests to a coach are by others, and a child's other home is its own business. */
const excludedKinds = new Set([
  'Request',
  'Closed request',
  'Removal',
  'Open lines',
  'Loose picture',
  'Left conversation',
  'Left place',
  'In place',
  'Data copy',
  'Guardian',
  'Family invitation',
])
/** Key attributes, and secrets. */
const hiddenAttribute =
  /^(pk|sk|lsi1sk|gsi[12][ps]k|ttl|movedAt|version|kind|by|byFor|createdBy|digest|secretHash|endpoint|p256dh|auth|keyId|packed|place|answerId|answerName|replyKey)$/

/** Attributes of an invite that depend on the guardian's right to answer. */
const answerAttributes = ['status', 'note', 'answeredBy', 'answeredAt', 'reminded']
const paymentKinds = new Set(['Fee', 'Fee payment'])
/** Kinds that exist for each follower of a player too. */
const followerKinds = new Set(['Family', 'Calendar mail'])

const withoutHidden = (item: object): object =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !hiddenAttribute.test(name)))

/** Reads all of it part by part; `report` is called with the progress, from 0 to 1. */
export async function gather(userId: string, report: (done: number) => Promise<void>): Promise<Gathered> {
  const gathered: Gathered = {}
  const add = (kind: string, ...items: object[]) => (gathered[kind] ??= []).push(...items.map(withoutHidden))
  const ownItems = await all<Item>(wholePartition(userPartition({ userId })))
  const { access } = await meOf({ userId })
  for (const item of ownItems)
    if (!excludedKinds.has(item.kind) && !isWithheld(access.players, item))
      // On the conversation list, the picture is the other person's.
      add(item.kind, item.kind === 'My conversation' ? omit(item, ['avatarAt', 'avatarName']) : item)
  const currentConversations = myConversations.among(ownItems)
  const leftConversationRows = leftConversations.among(ownItems)
  const earlierIdsByPlayer = await mergedInto(ownItems)
  const parts = [
    ...access.players.map((player) => () => addPlayer(userId, player, earlierIdsByPlayer.get(player.id) ?? [], add)),
    ...currentConversations.map((conversation) => () => addConversation(userId, conversation, add)),
    ...leftConversationRows
      .filter(({ conversationSid }) => currentConversations.every((each) => each.conversationSid !== conversationSid))
      .map((conversation) => () => addLeftConversation(userId, conversation, add)),
    ...[...Map.groupBy(access.players, ({ id }) => organizationOf(id))].map(
      ([club, players]) =>
        () =>
          addRegistrations(userId, players, club, add),
    ),
    ...ownItems.filter(isRegistration).map(
      ({ id }) =>
        () =>
          addFilledIn(userId, id, add),
    ),
    async () => add('Feed', ...(await feeds.of({ userId }))),
    async () => add('Access token', ...(await accessTokens.of({ userId }))),
    async () => add('Push device', ...(await pushDevices.of({ userId }))),
    async () => add('Saved card', ...(await savedCards.of(userId))),
    () => addMails(userId, ownItems, add),
    () => addSupport(userId, ownItems, add),
  ]
  for (const [i, part] of parts.entries()) {
    await part()
    await report((i + 1) / parts.length)
  }
  return gathered
}

const isRegistration = (item: Item): item is Item & LeftPlace =>
  item.kind === 'Left place' && item['is'] === 'registration'

/** What a player's guardian still has to do, by the kind of item, and the right that it requires. */
const requiredRights: Readonly<Record<string, GuardianRight>> = {
  Owed: 'pays',
  'Tasks due': 'sees',
  'Long events': 'sees',
}
function isWithheld(players: readonly AccessPlayer[], item: Item): boolean {
  const right = requiredRights[item.kind]
  const player = players.find(({ id }) => id === item['playerId'])
  return right !== undefined && !(player && hasRight(player, right))
}

type Add = (kind: string, ...items: object[]) => void

/** By current id: the ids of players whose family they were when these were merged. */
async function mergedInto(own: readonly Item[]): Promise<Map<string, string[]>> {
  const leftPlaceRows = leftPlaces.among(own)
  const mergedPairs = await mergedPlayers.currentIds(
    leftPlaceRows.filter(({ is }) => is === 'player').map(({ id }) => id),
  )
  const ids = Map.groupBy(mergedPairs, ([, keepId]) => keepId)
  return new Map([...ids].map(([keepId, pairs]) => [keepId, pairs.map(([id]) => id)]))
}

/**
 * A player's data, as far as the club's limits for this guardian allow. `earlierIds`: the player's earlier ids, from a family of
 * theirs.
 */
async function addPlayer(userId: string, player: AccessPlayer, earlierIds: readonly string[], add: Add): Promise<void> {
  const { id: playerId, also = [] } = player
  const [sees, answers, pays] = [hasRight(player, 'sees'), hasRight(player, 'answers'), hasRight(player, 'pays')]
  const playerItems = await all<Item>(wholePartition(playerPartition({ playerId })))
  const ids = [...new Set([...also, ...earlierIds])]
  const mergedItems = await Promise.all(ids.map((id) => all<Item>(wholePartition(playerPartition({ playerId: id })))))
  // What remains under merged ids: fees, answers that did not fit into the merge, and the club's own data.
  const remainsUnderMergedId = (id: string | undefined, kind: string) =>
    id !== undefined &&
    ((paymentKinds.has(kind) && also.includes(id)) || (kind === 'Invite' && earlierIds.includes(id)))
  const items = [
    ...playerItems,
    ...mergedItems.flatMap((items, i) => items.filter(({ kind }) => remainsUnderMergedId(ids[i], kind))),
  ]
  // Fees that only the other home is asked to pay, and its payments.
  const otherHomeFees = new Set(
    items.filter((item) => !isAskedOf(item as Partial<Fee>, userId)).map((item) => item['playerFeeId']),
  )
  for (const item of items) {
    const { kind } = item
    if (paymentKinds.has(kind) && otherHomeFees.has(item['playerFeeId'])) continue
    const isOthersRow = followerKinds.has(kind) && item['userId'] !== userId
    if (isOthersRow || excludedKinds.has(kind)) continue
    // The IP address from which a guardian of the other home signed is that guardian's data.
    if (kind === 'Signature' && item['userId'] !== userId) {
      if (sees) add(kind, omit(item, ['from', 'userId']))
    } else if (kind === 'Invite' || kind === 'Taken invite')
      add(kind, sees || answers ? item : omit(item, answerAttributes))
    else if (kind === 'Player details' && sees) add(kind, withoutOtherHome(item, userId))
    // A treasurer's note on a payment by hand stays inside the club.
    else if (kind === 'Fee payment' && pays && !isOnline(item as Item & Pick<FeePayment, 'how'>))
      add(kind, omit(item, ['note']))
    // A club's tags are internal; contacts come with the details.
    else if (followerKinds.has(kind) || (paymentKinds.has(kind) ? pays : sees))
      add(kind, omit(item, ['tags', 'contacts']))
  }
}

/** Leaves out what the other home keeps private. */
const withoutOtherHome = (item: Item, userId: string): object => {
  const contacts = (item as Partial<PlayerDetails>).contacts ?? []
  const visible = contacts.filter((contact) => !contact.private || contact.enteredBy === userId)
  return { ...item, contacts: visible.map(({ enteredBy: _whose, ...contact }) => contact) }
}

const omit = (item: Item, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)))

/** Only the user's own messages: the others are other people's data. */
async function addConversation(
  userId: string,
  { conversationSid, title, lastSeq }: Pick<MyConversation, 'conversationSid' | 'title' | 'lastSeq'>,
  add: Add,
) {
  for (let from = 0; from <= lastSeq; from += 1000) {
    const batch: Stored<Message>[] = await messages.between({ conversationSid }, from, from + 999)
    const ownMessages = batch.filter((message) => message.userId === userId && message.deletedAt === undefined)
    add('Message', ...ownMessages.map((message) => ({ conversation: title, ...message })))
  }
}

/** Under the current name of the group or team; direct conversations have none. */
async function addLeftConversation(userId: string, { conversationSid, leftSeq: lastSeq }: LeftConversation, add: Add) {
  const { friendlyName: title = '' } = (await conversations.get({ conversationSid })) ?? {}
  await addConversation(userId, { conversationSid, title, lastSeq }, add)
}

/**
 * The mails of the last two months: recipient, subject matter, and state. Mails to a bare address are only included if it is
 * confirmed as the user's now: an earlier address may now be someone else's.
 */
async function addMails(userId: string, own: readonly Item[], add: Add): Promise<void> {
  const { known: addresses, confirmed } = await addressesOf(userId, own)
  const listed = (
    await Promise.all(addresses.map((email) => all<{ pk: string }>(outbox.toAddress(email, '2000'))))
  ).flat()
  const mails = await outbox.getMany(listed.map(({ pk }) => ({ mailId: pk.slice('OUTBOX#'.length) })))
  const isForUser = ({ to }: OutboxMail) =>
    'userId' in to ? to.userId === userId : confirmed.includes(normalEmail(to.email))
  add('Mail', ...mails.filter((mail): mail is Stored<OutboxMail> => mail !== undefined && isForUser(mail)))
}

/** The user's addresses, current and earlier, and those confirmed as their own. */
async function addressesOf(userId: string, own: readonly Item[]) {
  const profile = own.find(({ kind }) => kind === 'Profile') as Profile | undefined
  const addresses = profile ? await emailUsers.addressesOf(profile) : []
  const owners = await emailUsers.getMany(
    addresses.map((email) => ({ email })),
    { consistent: true },
  )
  return { known: addresses, confirmed: addresses.filter((_, i) => owners[i]?.userId === userId) }
}

/**
 * The user's support questions and their answers; including those asked as a visitor, if all of a thread came from an address
 * confirmed as theirs: anyone can have typed it before.
 */
async function addSupport(userId: string, own: readonly Item[], add: Add): Promise<void> {
  const { confirmed } = await addressesOf(userId, own)
  const askedThreads = await Promise.all(confirmed.map(supportMessages.threadsFrom))
  const isFromOther = ({ email }: SupportMessage) => email !== undefined && !confirmed.includes(normalEmail(email))
  for (const thread of [{ threadId: userId }, ...askedThreads.flat()]) {
    const items = (await allSupportRows(thread)) as unknown as (Item & SupportMessage)[]
    const threadMessages = items.filter(({ kind }) => kind === 'Support message').toSorted((a, b) => a.seq - b.seq)
    if (!threadMessages.some(isFromOther)) add('Support message', ...threadMessages)
  }
}

/**
 * The user's picture and the files that they have sent in chats and registrations, up to `max` bytes; the names of those that do not fit.
 */
export async function filesOf(userId: string, gathered: Gathered, max: number) {
  const files: Record<string, Uint8Array> = {}
  const leftOut: string[] = []
  let size = 0
  const addFile = async (key: string, name: string) => {
    const bytes = size < max ? await getObject(key) : undefined
    if (bytes && size + bytes.length <= max) files[`files/${name}`] = bytes
    else if (bytes || size >= max) leftOut.push(name)
    size += bytes?.length ?? 0
  }
  const [profile] = (gathered['Profile'] ?? []) as Partial<Profile>[]
  if (profile?.avatarAt) await addFile(`avatar/${profile.avatarName ?? userId}`, 'picture.jpg')
  for (const { files: attachedFiles = [] } of (gathered['Message'] ?? []) as Partial<Message>[])
    for (const { fileId, name } of attachedFiles) await addFile(`files/${fileId}`, nameOf(fileId, name))
  const registrationItems = [...(gathered['Registration entry'] ?? []), ...(gathered['Registration draft'] ?? [])]
  const fileRefs = (registrationItems as (RegistrationEntry | RegistrationDraft)[]).flatMap(filesOfForm)
  const fileRows = await sentFiles.getMany(fileRefs.map(([fileId]) => ({ fileId })))
  for (const [i, [fileId, about]] of fileRefs.entries()) {
    const file = fileRows[i]
    // Files sent by others in the family are the data of those who sent them.
    if (file?.userId === userId && file.about === about) await addFile(`files/${fileId}`, nameOf(fileId, file.name))
  }
  return { files, leftOut }
}

const nameOf = (fileId: string, name: string) => `${fileId.split('.').at(-1)}-${safeFileName(name)}`
const safeFileName = (name: string) => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-80)
