import { unreadText } from '#shared/rules/chatPush.ts'
import { type Choices, isQuiet, isSubscribed } from '#shared/rules/notices.ts'
import { withholdForAccount } from '../http/secondFactor.ts'
import { digestAt } from '../mail/digestAt.ts'
import { type MyConversation, myConversations, unreadIn } from '../table/conversations.ts'
import { digests } from '../table/digests.ts'
import { meOf } from '../table/me.ts'
import { choicesOf, languageOf, noticeChoices } from '../table/noticeChoices.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { mayBeIn } from './access.ts'
import { currentDevices } from './devices.ts'
import { heldPushesOf, pushHeldNotices } from './noticePush.ts'
import { sendToDevice } from './sendToDevice.ts'

type HeldMessage = {
  userId: string
  conversationSid: string
  now: string
  isDue: (listEntry: MyConversation) => boolean
}

/**
 * Stores that a notification was held back in a user's quiet hours: on the list of conversations, once for each, and in the digest row that
 * is due when these hours end. When that row is removed, the devices are notified.
 */
export const holdUntilMorning = (
  { userId, conversationSid, now, isDue }: HeldMessage,
  choices: Choices,
): Promise<void> =>
  retryOnConflict(async () => {
    const listEntry = await myConversations.get({ conversationSid, userId }, { consistent: true })
    const dueAt = digestAt(choices, now)
    if (!listEntry || listEntry.untoldUntil === dueAt) return
    // Also shortly after another notification, since there is no later one for this conversation.
    const { pushedAt: _lately, ...withoutPush } = listEntry
    if (!isDue(withoutPush)) return
    await write(
      { actor: 'chat-push', at: now },
      myConversations.change(
        { conversationSid, userId },
        { set: { untoldUntil: dueAt }, when: ifUnchanged(listEntry) },
      ),
      (await digests.schedule({ userId }, dueAt)).write,
    )
  }, 8)

/** Notifies a user's devices once, after the quiet hours, that there are unread messages; and of other held notices, once for each kind. */
export async function notifyAfterQuiet(userId: string, now: string): Promise<string> {
  const registeredDevices = await pushDevices.of({ userId })
  if (registeredDevices.length === 0) return 'no devices'
  const [me, row] = await Promise.all([meOf({ userId }), noticeChoices.get({ userId })])
  const { access, session } = withholdForAccount(me)
  const choices = choicesOf(row)
  if (isQuiet(choices, now)) return rescheduleIfHeld(userId, choices, now)
  const isUnread = (listEntry: MyConversation) =>
    countsAsUnread(listEntry) && mayBeIn(access, listEntry.conversationSid)
  const devices = await currentDevices(session, registeredDevices, now)
  const language = languageOf(row)
  const sent = await pushHeldNotices({ userId, choices, language, devices }, now)
  const wasUnread = await claimUnread({ userId, now, isUnread })
  if (!wasUnread || devices.length === 0 || !isSubscribed(choices, 'chat', 'push'))
    return sent > 0 ? `sent ${sent}` : 'nothing to tell'
  const notification = { ...unreadText(language), address: '/chat', tag: 'unread' }
  const pushed = await Promise.all(
    devices.map((device) => sendToDevice(device, { payload: notification, about: 'unread', now })),
  )
  return `sent ${sent + pushed.filter(Boolean).length}`
}

/** In a muted conversation only a mention counts. */
const countsAsUnread = (listEntry: MyConversation) =>
  listEntry.muted ? (listEntry.namedSeq ?? 0) > listEntry.readSeq : unreadIn(listEntry) > 0

const untoldConversations = async (userId: string) =>
  (await myConversations.of({ userId }, { consistent: true })).filter(({ untoldUntil }) => untoldUntil !== undefined)

/** Whether the quiet hours have been changed, so that it is still quiet. */
async function rescheduleIfHeld(userId: string, choices: Choices, now: string): Promise<string> {
  const [untold, held] = await Promise.all([untoldConversations(userId), heldPushesOf({ userId })])
  if (untold.length + held.length === 0) return 'nothing to tell'
  await retryOnConflict(async () => {
    const { write: due } = await digests.schedule({ userId }, digestAt(choices, now))
    await write({ actor: 'chat-push', at: now }, due)
  })
  return 'still quiet'
}

type Claim = { userId: string; now: string; isUnread: (listEntry: MyConversation) => boolean }
/** Stores that they were notified, before they are: so at most once. Gives whether anything is unread. */
const claimUnread = ({ userId, now, isUnread }: Claim): Promise<boolean> =>
  retryOnConflict(async () => {
    const untold = (await untoldConversations(userId)).slice(0, maxTransactWrites)
    if (untold.length === 0) return false
    await write(
      { actor: 'chat-push', at: now },
      ...untold.map((listEntry) => {
        const { conversationSid, lastSeq, pushedSeq = 0, version } = listEntry
        const pushed = isUnread(listEntry) ? { pushedSeq: Math.max(pushedSeq, lastSeq), pushedAt: now } : {}
        const when = ifUnchanged({ version })
        return myConversations.change({ conversationSid, userId }, { set: { ...pushed, untoldUntil: undefined }, when })
      }),
    )
    return untold.some(isUnread)
  }, 8)
