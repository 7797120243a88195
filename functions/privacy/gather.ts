import { organizationOf } from '#shared/ids.ts'
import { getObject } from '../bucket.ts'
import { feeds } from '../table/feeds.ts'
import { meOf } from '../table/me.ts'
import { type Message, messages } from '../table/messages.ts'
import type { MyConversation } from '../table/conversations.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { playerPartition } from '../table/players.ts'
import { type Profile, userPartition } from '../table/profiles.ts'
import { type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { type Registration, registrations } from '../table/registrations.ts'
import { all, pages } from '../table/table.ts'
import type { Kept } from '../table/writes.ts'

type Item = Kept<Record<string, unknown>>
/** All that is kept of a person and of their own players, by its kind, as they may see it themselves. */
export type Gathered = Record<string, object[]>

const whole = (pk: string) => ({ pk, from: ' ', to: '\u{10ffff}', consistent: true })

/** Of others, or the table's own: coaches are asked by others, and the other home of a child is its own. */
const ofOthers = new Set([
  'Request',
  'Closed request',
  'Removal',
  'Open lines',
  'In place',
  'Data copy',
  'Guardian',
  'Family invitation',
])
/** Keys of the table, and secrets. */
const hidden =
  /^(pk|sk|lsi1sk|gsi[12][ps]k|ttl|version|kind|by|byFor|createdBy|digest|secretHash|packed|place|answerId|answerName)$/

const plain = (item: object): object => Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.test(name)))

/**
 * Reads it part by part; `told` hears how much is done, from 0 to 1.
 */
export async function gather(userId: string, told: (done: number) => Promise<void>): Promise<Gathered> {
  const found: Gathered = {}
  const add = (kind: string, ...items: object[]) => (found[kind] ??= []).push(...items.map(plain))
  const own = await all<Item>(whole(userPartition({ userId })))
  for (const item of own) if (!ofOthers.has(item.kind)) add(item.kind, item)
  const { access } = await meOf({ userId })
  const playerIds = access.players.map(({ id }) => id)
  const conversations = own.filter(({ kind }) => kind === 'My conversation') as unknown as MyConversation[]
  const parts = [
    ...playerIds.map((playerId) => () => ofPlayer(userId, playerId, add)),
    ...conversations.map((conversation) => () => ofConversation(userId, conversation, add)),
    ...[...new Set(playerIds.map(organizationOf))].map((club) => () => ofRegistrations(playerIds, club, add)),
    async () => add('Feed', ...(await feeds.of({ userId }))),
    () => ofMails(own, add),
  ]
  for (const [i, part] of parts.entries()) {
    await part()
    await told((i + 1) / parts.length)
  }
  return found
}

type Add = (kind: string, ...items: object[]) => void

async function ofPlayer(userId: string, playerId: string, add: Add): Promise<void> {
  for (const item of await all<Item>(whole(playerPartition({ playerId })))) {
    const isOther = item.kind === 'Family' && item['userId'] !== userId
    if (!isOther && !ofOthers.has(item.kind)) add(item.kind, item)
  }
}

/** What one has said oneself; what others have said is theirs. */
async function ofConversation(userId: string, { conversationSid, title, lastSeq }: MyConversation, add: Add) {
  for (let from = 0; from <= lastSeq; from += 1000) {
    const said: Kept<Message>[] = await messages.between({ conversationSid }, from, from + 999)
    const mine = said.filter((message) => message.userId === userId && message.deletedAt === undefined)
    add('Message', ...mine.map((message) => ({ conversation: title, ...message })))
  }
}

async function ofRegistrations(playerIds: readonly string[], club: string, add: Add): Promise<void> {
  const ofClub = playerIds.filter((id) => organizationOf(id) === club)
  for await (const rows of pages<Registration>(registrations.ofClub(club))) {
    const ids = rows.flatMap(({ registrationId }) => ofClub.map((playerId) => ({ registrationId, playerId })))
    const entries: (Kept<RegistrationEntry> | undefined)[] = await registrationEntries.getMany(ids)
    add('Registration entry', ...entries.filter((entry) => entry !== undefined))
  }
}

/** Of the mails of the last two months: to whom, about what, and what became of them. */
async function ofMails(own: readonly Item[], add: Add): Promise<void> {
  const { email = '' } = (own.find(({ kind }) => kind === 'Profile') ?? {}) as Partial<Profile>
  if (email === '') return
  const listed = await all<{ pk: string }>(outbox.to(email, '2000'))
  const mails = await outbox.getMany(listed.map(({ pk }) => ({ mailId: pk.slice('OUTBOX#'.length) })))
  add('Mail', ...mails.filter((mail): mail is Kept<OutboxMail> => mail !== undefined))
}

/** Their picture, and the files that they have sent in chat. What does not fit any more is named. */
export async function filesOf(userId: string, found: Gathered, most: number) {
  const files: Record<string, Uint8Array> = {}
  const leftOut: string[] = []
  let size = 0
  const take = async (key: string, name: string) => {
    const bytes = size < most ? await getObject(key) : undefined
    if (bytes && size + bytes.length <= most) files[`files/${name}`] = bytes
    else if (bytes || size >= most) leftOut.push(name)
    size += bytes?.length ?? 0
  }
  const [profile] = (found['Profile'] ?? []) as Partial<Profile>[]
  if (profile?.avatarAt) await take(`avatar/${userId}`, 'picture.jpg')
  for (const { files: sent = [] } of (found['Message'] ?? []) as Partial<Message>[])
    for (const { fileId, name } of sent) await take(`files/${fileId}`, `${fileId.split('.').at(-1)}-${safe(name)}`)
  return { files, leftOut }
}

const safe = (name: string) => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-80)
