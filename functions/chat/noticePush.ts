import { registrationOf } from '#shared/ids.ts'
import { isProblem } from '#shared/problems.ts'
import { maxPushesPerDay, noticePush } from '#shared/rules/noticePush.ts'
import {
  canBeDeferred,
  type Choices,
  isFleeting,
  isQuiet,
  isSubscribed,
  type NoticeName,
} from '#shared/rules/notices.ts'
import { digestAt } from '../mail/digestAt.ts'
import { mailKinds } from '../mail/mailKinds.ts'
import { digests, heldPushes } from '../table/digests.ts'
import { mailCounts } from '../table/mailCounts.ts'
import { meOf } from '../table/me.ts'
import { choicesOf, languageOf, noticeChoices } from '../table/noticeChoices.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { type PushDevice, pushDevices } from '../table/pushDevices.ts'
import { all, retryOnConflict, write } from '../table/table.ts'
import type { Write } from '../table/writes.ts'
import { currentDevices } from './devices.ts'
import { sendToDevice } from './sendToDevice.ts'

/**
 * Sends push notifications about what is mailed, if the user wants that: each once, not in quiet hours unless it is urgent, and a limited
 * number a day. The text follows from the kind of notice alone. In quiet hours, notices that can wait are held back; for others there is
 * the mail.
 */
export async function pushNotice(mailId: string, now: string): Promise<string> {
  const mail = await outbox.get({ mailId }, { consistent: true })
  if (!mail || !('userId' in mail.to) || mail.wasHeld || mail.letter === 'digest') return 'for no device'
  const { userId } = mail.to
  const notice = mailKinds[mail.letter].notice
  // Most users have no devices: then nothing else is read.
  const registeredDevices = await pushDevices.of({ userId })
  if (registeredDevices.length === 0) return 'no devices'
  const [{ session }, row] = await Promise.all([meOf({ userId }), noticeChoices.get({ userId })])
  const choices = choicesOf(row)
  const notification = noticePush(notice, languageOf(row))
  const devices = await currentDevices(session, registeredDevices, now)
  if (!notification || devices.length === 0 || !isSubscribed(choices, notice, 'push')) return 'not told'
  if (isQuiet(choices, now) && !mail.urgent) {
    if (!canBeDeferred(notice)) return 'not told in quiet hours'
    await holdNotice({ userId, notice, now }, choices)
    return 'told when it is quiet no more'
  }
  if (!(await claimNotice({ mailId, userId, notice, now }))) return 'told already, or often enough today'
  const address = familyRegistrationPath(mail) ?? notification.address
  return `sent ${await pushToAll(devices, { payload: { ...notification, address, tag: notice }, about: notice, now })}`
}

/** The page of a registration for families; for administrators it is another. */
function familyRegistrationPath({ letter, about }: OutboxMail): string | undefined {
  const registrationPlayerId = about['registrationPlayerId']
  const isOfClub = letter === 'playerRegistered' || letter === 'registrationPaid'
  const isOtherNotice = mailKinds[letter].notice !== 'registrations'
  return registrationPlayerId === undefined || isOtherNotice || isOfClub
    ? undefined
    : `/register/${registrationOf(registrationPlayerId)}`
}

type PushRequest = Parameters<typeof sendToDevice>[1]
async function pushToAll(devices: readonly PushDevice[], request: PushRequest): Promise<number> {
  const pushed = await Promise.all(devices.map((device) => sendToDevice(device, request)))
  return pushed.filter(Boolean).length
}

type HeldNotice = { userId: string; notice: NoticeName; now: string }
const holdNotice = ({ userId, notice, now }: HeldNotice, choices: Choices): Promise<void> =>
  retryOnConflict(async () => {
    // It is part of the notification for what was held before.
    if (await heldPushes.get({ userId, notice }, { consistent: true })) return
    const { write: due } = await digests.schedule({ userId }, digestAt(choices, now))
    await write({ actor: 'chat-push', at: now }, heldPushes.create({ userId, notice, heldAt: now }), due)
  }, 8)

export const heldPushesOf = ({ userId }: { userId: string }) =>
  all<{ notice: NoticeName }>({ ...heldPushes.of({ userId }), consistent: true })

type Reader = { userId: string; choices: Choices; language: 'en' | 'es'; devices: readonly PushDevice[] }
/** Notifies of each kind that was held back, once; gives the number of devices. */
export async function pushHeldNotices({ userId, choices, language, devices }: Reader, now: string): Promise<number> {
  let sent = 0
  for (const { notice } of await heldPushesOf({ userId })) {
    const notification = noticePush(notice, language)
    const isWanted = devices.length > 0 && isSubscribed(choices, notice, 'push')
    const removeHeld = heldPushes.remove({ userId, notice })
    try {
      if (notification && isWanted && (await retryOnConflict(() => countPush({ userId, notice, now }, removeHeld), 8)))
        sent += await pushToAll(devices, { payload: { ...notification, tag: notice }, about: notice, now })
      // Not wanted any more, or the day's limit is reached.
      else await write({ actor: 'chat-push', at: now }, removeHeld)
    } catch (error) {
      // Pushed by a duplicate run.
      if (!isProblem(error, 'not_found')) throw error
    }
  }
  return sent
}

/** Stores that it was sent, before it is: so at most once. */
type Claim = { mailId: string; userId: string; notice: NoticeName; now: string }
const claimNotice = ({ mailId, userId, notice, now }: Claim): Promise<boolean> =>
  retryOnConflict(async () => {
    const mail = await outbox.get({ mailId }, { consistent: true })
    if (!mail || mail.pushedAt !== undefined) return false
    return countPush(
      { userId, notice, now },
      outbox.change({ mailId }, { set: { pushedAt: now }, when: [['pushedAt', 'not exists']] }),
    )
  }, 8)

/** Counts one more of the day, in one transaction with this write; false if the limit is reached. */
async function countPush({ userId, notice, now }: Omit<Claim, 'mailId'>, noticeWrite: Write): Promise<boolean> {
  const begins = now.slice(0, 10)
  const increment = { add: { sent: 1 }, set: { begins }, when: [['sent', '<', maxPushesPerDay]] } as const
  try {
    const countWrite = mailCounts.upsert({ userId, span: 'pushes', begins }, increment, 'too_many_requests')
    await write({ actor: 'chat-push', at: now }, noticeWrite, ...(isFleeting(notice) ? [] : [countWrite]))
    return true
  } catch (error) {
    if (isProblem(error, 'too_many_requests')) return false
    throw error
  }
}
