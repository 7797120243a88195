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
import { conversations, type LeftConversation, type MyConversation } from '../table/conversations.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import type { LeftPlace } from '../table/leftPlaces.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import type { PlayerDetails } from '../table/playerDetails.ts'
import { playerPartition } from '../table/players.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { type Profile, userPartition } from '../table/profiles.ts'
import { isOnline } from '../table/refunding.ts'
import { filesOfForm, type RegistrationDraft, type RegistrationEntry } from '../table/registrationEntries.ts'
import { savedCards } from '../table/savedCards.ts'
import { type SupportMessage, supportMessages, allSupportRows } from '../table/support.ts'
import { all } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'
import { ofFilledIn, ofRegistrations } from './gatherRegistered.ts'

type Item = Stored<Record<string, unknown>>
/** All data of a user and of their own players that they may see, by kind. */
export type Gathered = Record<string, object[]>

const whole = (pk: string) => ({ pk, from: ' ', to: '\u{10ffff}', consistent: true })

/** Kinds about others, or internal ones: requests to a coach are by others, and a child's other home is its own business. */
const ofOthers = new Set([
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
const hidden =
  /^(pk|sk|lsi1sk|gsi[12][ps]k|ttl|movedAt|version|kind|by|byFor|createdBy|digest|secretHash|endpoint|p256dh|auth|keyId|packed|place|answerId|answerName|replyKey)$/

/** Attributes of an invite that depend on the guardian's right to answer. */
const answer = ['status', 'note', 'answeredBy', 'answeredAt', 'reminded']
const ofPaying = new Set(['Fee', 'Fee payment'])
/** Kinds that exist for each follower of a player too. */
const ofFollowing = new Set(['Family', 'Calendar mail'])

const plain = (item: object): object => Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.test(name)))

/** Reads all of it part by part; `report` is called with the progress, from 0 to 1. */
export async function gather(userId: string, report: (done: number) => Promise<void>): Promise<Gathered> {
  const found: Gathered = {}
  const add = (kind: string, ...items: object[]) => (found[kind] ??= []).push(...items.map(plain))
  const own = await all<Item>(whole(userPartition({ userId })))
  const { access } = await meOf({ userId })
  for (const item of own)
    if (!ofOthers.has(item.kind) && !isTaken(access.players, item))
      // On the conversation list, the picture is the other person's.
      add(item.kind, item.kind === 'My conversation' ? without(item, ['avatarAt', 'avatarName']) : item)
  const inThese = own.filter(({ kind }) => kind === 'My conversation') as unknown as MyConversation[]
  const left = own.filter(({ kind }) => kind === 'Left conversation') as unknown as LeftConversation[]
  const before = await mergedInto(own)
  const parts = [
    ...access.players.map((player) => () => ofPlayer(userId, player, before.get(player.id) ?? [], add)),
    ...inThese.map((conversation) => () => ofConversation(userId, conversation, add)),
    ...left
      .filter(({ conversationSid }) => inThese.every((each) => each.conversationSid !== conversationSid))
      .map((conversation) => () => ofLeft(userId, conversation, add)),
    ...[...Map.groupBy(access.players, ({ id }) => organizationOf(id))].map(
      ([club, players]) =>
        () =>
          ofRegistrations(userId, players, club, add),
    ),
    ...own.filter(isRegistration).map(
      ({ id }) =>
        () =>
          ofFilledIn(userId, id, add),
    ),
    async () => add('Feed', ...(await feeds.of({ userId }))),
    async () => add('Access token', ...(await accessTokens.of({ userId }))),
    async () => add('Push device', ...(await pushDevices.of({ userId }))),
    async () => add('Saved card', ...(await savedCards.of(userId))),
    () => ofMails(userId, own, add),
    () => ofSupport(userId, own, add),
  ]
  for (const [i, part] of parts.entries()) {
    await part()
    await report((i + 1) / parts.length)
  }
  return found
}

const isRegistration = (item: Item): item is Item & LeftPlace =>
  item.kind === 'Left place' && item['is'] === 'registration'

/** What a player's guardian still has to do, by the kind of item, and the right that it requires. */
const waiting: Readonly<Record<string, GuardianRight>> = { Owed: 'pays', 'Tasks due': 'sees', 'Long events': 'sees' }
function isTaken(players: readonly AccessPlayer[], item: Item): boolean {
  const right = waiting[item.kind]
  const player = players.find(({ id }) => id === item['playerId'])
  return right !== undefined && !(player && hasRight(player, right))
}

type Add = (kind: string, ...items: object[]) => void

/** By current id: the ids of players whose family they were when these were merged. */
async function mergedInto(own: readonly Item[]): Promise<Map<string, string[]>> {
  const left = own.filter(({ kind }) => kind === 'Left place') as unknown as LeftPlace[]
  const found = await mergedPlayers.currentIds(left.filter(({ is }) => is === 'player').map(({ id }) => id))
  const ids = Map.groupBy(found, ([, keepId]) => keepId)
  return new Map([...ids].map(([keepId, pairs]) => [keepId, pairs.map(([id]) => id)]))
}

/**
 * A player's data, as far as the club's limits for this guardian allow. `before`: the player's earlier ids, from a family of
 * theirs.
 */
async function ofPlayer(userId: string, player: AccessPlayer, before: readonly string[], add: Add): Promise<void> {
  const { id: playerId, also = [] } = player
  const [sees, answers, pays] = [hasRight(player, 'sees'), hasRight(player, 'answers'), hasRight(player, 'pays')]
  const own = await all<Item>(whole(playerPartition({ playerId })))
  const ids = [...new Set([...also, ...before])]
  const more = await Promise.all(ids.map((id) => all<Item>(whole(playerPartition({ playerId: id })))))
  // What remains under merged ids: fees, answers that did not fit into the merge, and the club's own data.
  const isLeft = (id: string | undefined, kind: string) =>
    id !== undefined && ((ofPaying.has(kind) && also.includes(id)) || (kind === 'Invite' && before.includes(id)))
  const found = [...own, ...more.flatMap((items, i) => items.filter(({ kind }) => isLeft(ids[i], kind)))]
  // Fees that only the other home is asked to pay, and its payments.
  const ofOtherHome = new Set(
    found.filter((item) => !isAskedOf(item as Partial<Fee>, userId)).map((item) => item['playerFeeId']),
  )
  for (const item of found) {
    const { kind } = item
    if (ofPaying.has(kind) && ofOtherHome.has(item['playerFeeId'])) continue
    const isOther = ofFollowing.has(kind) && item['userId'] !== userId
    if (isOther || ofOthers.has(kind)) continue
    // The IP address from which a guardian of the other home signed is that guardian's data.
    if (kind === 'Signature' && item['userId'] !== userId) {
      if (sees) add(kind, without(item, ['from', 'userId']))
    } else if (kind === 'Invite' || kind === 'Taken invite') add(kind, sees || answers ? item : without(item, answer))
    else if (kind === 'Player details' && sees) add(kind, forHome(item, userId))
    // A treasurer's note on a payment by hand stays inside the club.
    else if (kind === 'Fee payment' && pays && !isOnline(item as Item & Pick<FeePayment, 'how'>))
      add(kind, without(item, ['note']))
    // A club's tags are internal; contacts come with the details.
    else if (ofFollowing.has(kind) || (ofPaying.has(kind) ? pays : sees)) add(kind, without(item, ['tags', 'contacts']))
  }
}

/** Leaves out what the other home keeps private. */
const forHome = (item: Item, userId: string): object => {
  const contacts = (item as Partial<PlayerDetails>).contacts ?? []
  const visible = contacts.filter((contact) => !contact.private || contact.enteredBy === userId)
  return { ...item, contacts: visible.map(({ enteredBy: _whose, ...contact }) => contact) }
}

const without = (item: Item, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)))

/** Only the user's own messages: the others are other people's data. */
async function ofConversation(
  userId: string,
  { conversationSid, title, lastSeq }: Pick<MyConversation, 'conversationSid' | 'title' | 'lastSeq'>,
  add: Add,
) {
  for (let from = 0; from <= lastSeq; from += 1000) {
    const said: Stored<Message>[] = await messages.between({ conversationSid }, from, from + 999)
    const mine = said.filter((message) => message.userId === userId && message.deletedAt === undefined)
    add('Message', ...mine.map((message) => ({ conversation: title, ...message })))
  }
}

/** Under the current name of the group or team; direct conversations have none. */
async function ofLeft(userId: string, { conversationSid, leftSeq: lastSeq }: LeftConversation, add: Add) {
  const { friendlyName: title = '' } = (await conversations.get({ conversationSid })) ?? {}
  await ofConversation(userId, { conversationSid, title, lastSeq }, add)
}

/**
 * The mails of the last two months: recipient, subject matter, and state. Mails to a bare address are only included if it is
 * confirmed as the user's now: an earlier address may now be someone else's.
 */
async function ofMails(userId: string, own: readonly Item[], add: Add): Promise<void> {
  const { known, confirmed } = await addressesOf(userId, own)
  const listed = (await Promise.all(known.map((email) => all<{ pk: string }>(outbox.toAddress(email, '2000'))))).flat()
  const mails = await outbox.getMany(listed.map(({ pk }) => ({ mailId: pk.slice('OUTBOX#'.length) })))
  const isToThem = ({ to }: OutboxMail) =>
    'userId' in to ? to.userId === userId : confirmed.includes(normalEmail(to.email))
  add('Mail', ...mails.filter((mail): mail is Stored<OutboxMail> => mail !== undefined && isToThem(mail)))
}

/** The user's addresses, current and earlier, and those confirmed as their own. */
async function addressesOf(userId: string, own: readonly Item[]) {
  const profile = own.find(({ kind }) => kind === 'Profile') as Profile | undefined
  const known = profile ? await emailUsers.addressesOf(profile) : []
  const owners = await emailUsers.getMany(
    known.map((email) => ({ email })),
    { consistent: true },
  )
  return { known, confirmed: known.filter((_, i) => owners[i]?.userId === userId) }
}

/**
 * The user's support questions and their answers; including those asked as a visitor, if all of a thread came from an address
 * confirmed as theirs: anyone can have typed it before.
 */
async function ofSupport(userId: string, own: readonly Item[], add: Add): Promise<void> {
  const { confirmed } = await addressesOf(userId, own)
  const asked = await Promise.all(confirmed.map(supportMessages.threadsFrom))
  const isOthers = ({ email }: SupportMessage) => email !== undefined && !confirmed.includes(normalEmail(email))
  for (const thread of [{ threadId: userId }, ...asked.flat()]) {
    const items = (await allSupportRows(thread)) as unknown as (Item & SupportMessage)[]
    const said = items.filter(({ kind }) => kind === 'Support message').toSorted((a, b) => a.seq - b.seq)
    if (!said.some(isOthers)) add('Support message', ...said)
  }
}

/**
 * The user's picture and the files that they have sent in chats and registrations, up to `max` bytes; the names of those that do not fit.
 */
export async function filesOf(userId: string, found: Gathered, max: number) {
  const files: Record<string, Uint8Array> = {}
  const leftOut: string[] = []
  let size = 0
  const take = async (key: string, name: string) => {
    const bytes = size < max ? await getObject(key) : undefined
    if (bytes && size + bytes.length <= max) files[`files/${name}`] = bytes
    else if (bytes || size >= max) leftOut.push(name)
    size += bytes?.length ?? 0
  }
  const [profile] = (found['Profile'] ?? []) as Partial<Profile>[]
  if (profile?.avatarAt) await take(`avatar/${profile.avatarName ?? userId}`, 'picture.jpg')
  for (const { files: sent = [] } of (found['Message'] ?? []) as Partial<Message>[])
    for (const { fileId, name } of sent) await take(`files/${fileId}`, nameOf(fileId, name))
  const filled = [...(found['Registration entry'] ?? []), ...(found['Registration draft'] ?? [])]
  const named = (filled as (RegistrationEntry | RegistrationDraft)[]).flatMap(filesOfForm)
  const sentAlong = await sentFiles.getMany(named.map(([fileId]) => ({ fileId })))
  for (const [i, [fileId, about]] of named.entries()) {
    const file = sentAlong[i]
    // Files sent by others in the family are the data of those who sent them.
    if (file?.userId === userId && file.about === about) await take(`files/${fileId}`, nameOf(fileId, file.name))
  }
  return { files, leftOut }
}

const nameOf = (fileId: string, name: string) => `${fileId.split('.').at(-1)}-${safe(name)}`
const safe = (name: string) => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-80)
