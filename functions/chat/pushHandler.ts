import { newGroupText, pushed, pushText } from '#shared/rules/chatPush.ts'
import { isQuiet, isSubscribed } from '#shared/rules/notices.ts'
import { fullName } from '#shared/rules/names.ts'
import { previewOf } from '#shared/rules/chat.ts'
import {
  type Conversation,
  conversations,
  type Member,
  type MyConversation,
  myConversations,
} from '../table/conversations.ts'
import { digests } from '../table/digests.ts'
import { withholdForAccount } from '../http/secondFactor.ts'
import { meOf } from '../table/me.ts'
import { type Message, messages } from '../table/messages.ts'
import { choicesOf, languageOf, noticeChoices } from '../table/noticeChoices.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { type Change, idIn, worker } from '../worker.ts'
import { mayBeIn } from './access.ts'
import { holdUntilMorning, notifyAfterQuiet } from './afterQuiet.ts'
import { currentDevices } from './devices.ts'
import { isIn } from './membership.ts'
import { pushNotice } from './noticePush.ts'
import { sendToDevice } from './sendToDevice.ts'
import { shortOf } from './views.ts'

/**
 * For each chat message: sends push notifications to the members who want them, except its writer. That they were sent is stored before: so
 * at most once. The same for mails, for being added to a group, and at the end of quiet hours for what was held back.
 */
export const handler = worker<Change>(async ({ kind, pk, sk }, { now }) => {
  if (pk.startsWith('OUTBOX#')) return pushNotice(idIn(pk), now)
  if (kind === digests.kind) return notifyAfterQuiet(idIn(pk), now)
  if (pk.startsWith('USER#')) return `sent ${await pushNewGroup(idIn(pk), idIn(sk), now)}`
  const conversationSid = pk.slice('CHAT#'.length)
  const messageSid = sk.slice('MESSAGE#'.length)
  const [{ conversation, members }, message] = await Promise.all([
    conversations.withMembers({ conversationSid }),
    messages.get({ conversationSid, messageSid }, { consistent: true }),
  ])
  if (!conversation || !message || message.deletedAt !== undefined) return 'gone'
  // Each independently: one failure does not stop the others.
  const pushed = await Promise.allSettled(
    members
      .filter((member) => isIn(member) && member.userId !== message.userId && member.sinceSeq < message.seq)
      .map((member) => pushMessage({ conversation, members, member, message, now })),
  )
  const failed = pushed.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  return `sent ${pushed.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0)}`
})

type Notification = {
  conversation: Conversation
  members: readonly Member[]
  member: Member
  message: Message
  now: string
}

async function pushMessage({ conversation, members, member, message, now }: Notification): Promise<number> {
  const { conversationSid } = conversation
  const { userId } = member
  const { seq, mentions = [] } = message
  const isDue = (listEntry: MyConversation) => pushed(listEntry, { seq, now, isNamed: mentions.includes(userId) })
  const author = members.find((each) => each.userId === message.userId)
  const about = { type: conversation.type, author: author ? fullName(author) : '', text: previewOf(shortOf(message)) }
  return notifyMember({ userId, conversationSid, now, isDue, seq }, (how) => pushText({ ...about, ...how }))
}

/** Whether somebody else has added them to a group that they have not opened yet. */
const pushNewGroup = (userId: string, conversationSid: string, now: string): Promise<number> =>
  notifyMember(
    { userId, conversationSid, now, isDue: ({ isNew, pushedAt }) => isNew === true && !pushedAt },
    newGroupText,
  )

type Claim = {
  userId: string
  conversationSid: string
  now: string
  isDue: (listEntry: MyConversation) => boolean
  /** The message that it is about. */
  seq?: number
}
type TextOptions = { language: 'en' | 'es'; title: string; showsText: boolean }

/** Notifies the devices of a member of a conversation, if they want that and it is due. */
async function notifyMember(
  claim: Claim,
  textFor: (how: TextOptions) => { title: string; body: string },
): Promise<number> {
  const { userId, conversationSid, now } = claim
  const registeredDevices = await pushDevices.of({ userId })
  if (registeredDevices.length === 0) return 0
  const [me, row] = await Promise.all([meOf({ userId }), noticeChoices.get({ userId })])
  const { access, session } = withholdForAccount(me)
  const choices = choicesOf(row)
  const devices = await currentDevices(session, registeredDevices, now)
  if (devices.length === 0) return 0
  if (!mayBeIn(access, conversationSid) || !isSubscribed(choices, 'chat', 'push')) return 0
  if (isQuiet(choices, now)) {
    await holdUntilMorning(claim, choices)
    return 0
  }
  const listEntry = await claimListEntry(claim)
  if (!listEntry) return 0
  const { title } = listEntry
  const pushed = await Promise.all(
    devices.map((device) => {
      const text = textFor({ language: languageOf(row), title, showsText: device.showsText })
      return sendToDevice(device, { payload: { ...text, conversationSid }, about: conversationSid, now })
    }),
  )
  return pushed.filter(Boolean).length
}

/** Stores that a user is notified, if that is due; gives the row of their list from before. */
const claimListEntry = ({ userId, conversationSid, now, isDue, seq }: Claim): Promise<MyConversation | undefined> =>
  retryOnConflict(async () => {
    const listEntry = await myConversations.get({ conversationSid, userId }, { consistent: true })
    if (!listEntry || !isDue(listEntry)) return undefined
    const set = { ...(seq !== undefined && { pushedSeq: seq }), pushedAt: now }
    const when = ifUnchanged(listEntry)
    await write({ actor: 'chat-push', at: now }, myConversations.change({ conversationSid, userId }, { set, when }))
    return listEntry
  }, 8)
