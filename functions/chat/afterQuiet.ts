import { unreadText } from '#shared/rules/chatPush.ts'
import { type Choices, isQuiet, isTold } from '#shared/rules/notices.ts'
import { heldBackAnyhow } from '../http/secondFactor.ts'
import { digestAt } from '../mail/digestAt.ts'
import { type MyConversation, myConversations, unreadIn } from '../table/conversations.ts'
import { digests } from '../table/digests.ts'
import { meOf } from '../table/me.ts'
import { choicesOf, languageOf, noticeChoices } from '../table/noticeChoices.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { mostAtOnce, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { mayBeIn } from './access.ts'
import { devicesIn } from './devices.ts'
import { heldPushesOf, tellHeldNotices } from './noticePush.ts'
import { tellDevice } from './tellDevice.ts'

type Untold = { userId: string; conversationSid: string; now: string; isDue: (mine: MyConversation) => boolean }

/**
 * Notes that a push was withheld in a user's quiet hours: on their conversation list, once per conversation, and on their digest,
 * which goes out when the quiet hours end and triggers the push.
 */
export const keepUntold = ({ userId, conversationSid, now, isDue }: Untold, choices: Choices): Promise<void> =>
  retryOnConflict(async () => {
    const mine = await myConversations.get({ conversationSid, userId }, { consistent: true })
    const dueAt = digestAt(choices, now)
    if (!mine || mine.untoldUntil === dueAt) return
    // A recent push does not count here: otherwise they would never hear of this one.
    const { pushedAt: _lately, ...since } = mine
    if (!isDue(since)) return
    await write(
      { actor: 'chat-push', at: now },
      myConversations.change({ conversationSid, userId }, { set: { untoldUntil: dueAt }, when: ifUnchanged(mine) }),
      (await digests.goesBy({ userId }, dueAt)).write,
    )
  }, 8)

/**
 * After quiet hours, pushes once to the user's devices that there are unread chats, and once for each kind of notice that was
 * withheld.
 */
export async function tellUntold(userId: string, now: string): Promise<string> {
  const noted = await pushDevices.of({ userId })
  if (noted.length === 0) return 'no devices'
  const [me, row] = await Promise.all([meOf({ userId }), noticeChoices.get({ userId })])
  const { access, session } = heldBackAnyhow(me)
  const choices = choicesOf(row)
  if (isQuiet(choices, now)) return waitsOn(userId, choices, now)
  const isUnread = (mine: MyConversation) => isOpen(mine) && mayBeIn(access, mine.conversationSid)
  const devices = devicesIn(session, noted)
  const language = languageOf(row)
  const sent = await tellHeldNotices({ userId, choices, language, devices }, now)
  const wasUnread = await claimed({ userId, now, isUnread })
  if (!wasUnread || devices.length === 0 || !isTold(choices, 'chat', 'push'))
    return sent > 0 ? `sent ${sent}` : 'nothing to tell'
  const said = { ...unreadText(language), address: '/chat', tag: 'unread' }
  const told = await Promise.all(devices.map((device) => tellDevice(device, { said, about: 'unread', now })))
  return `sent ${sent + told.filter(Boolean).length}`
}

/** A muted conversation counts only if the user is mentioned in it. */
const isOpen = (mine: MyConversation) => (mine.muted ? (mine.namedSeq ?? 0) > mine.readSeq : unreadIn(mine) > 0)

const untoldOf = async (userId: string) =>
  (await myConversations.of({ userId }, { consistent: true })).filter(({ untoldUntil }) => untoldUntil !== undefined)

/** The quiet hours were changed meanwhile: reschedules. */
async function waitsOn(userId: string, choices: Choices, now: string): Promise<string> {
  const [untold, held] = await Promise.all([untoldOf(userId), heldPushesOf({ userId })])
  if (untold.length + held.length === 0) return 'nothing to tell'
  await retryOnConflict(async () => {
    const { write: due } = await digests.goesBy({ userId }, digestAt(choices, now))
    await write({ actor: 'chat-push', at: now }, due)
  })
  return 'still quiet'
}

type Claim = { userId: string; now: string; isUnread: (mine: MyConversation) => boolean }
/** Marks everything as pushed before sending: at most once. Returns whether any of it is unread. */
const claimed = ({ userId, now, isUnread }: Claim): Promise<boolean> =>
  retryOnConflict(async () => {
    const untold = (await untoldOf(userId)).slice(0, mostAtOnce)
    if (untold.length === 0) return false
    await write(
      { actor: 'chat-push', at: now },
      ...untold.map((mine) => {
        const { conversationSid, lastSeq, pushedSeq = 0, version } = mine
        const told = isUnread(mine) ? { pushedSeq: Math.max(pushedSeq, lastSeq), pushedAt: now } : {}
        const when = ifUnchanged({ version })
        return myConversations.change({ conversationSid, userId }, { set: { ...told, untoldUntil: undefined }, when })
      }),
    )
    return untold.some(isUnread)
  }, 8)
