import { registrationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { maxPushesPerDay, noticePush } from '#shared/rules/noticePush.ts'
import { canWait, type Choices, isFleeting, isQuiet, isSubscribed, type NoticeName } from '#shared/rules/notices.ts'
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
import { devicesIn } from './devices.ts'
import { tellDevice } from './tellDevice.ts'

/**
 * Sends push notifications about what is mailed, if the user wants that: each once, not in quiet hours unless it is urgent, and a limited
 * number a day. The text follows from the kind of notice alone. In quiet hours, notices that can wait are held back; for others there is
 * the mail.
 */
export async function tellNotice(mailId: string, now: string): Promise<string> {
  const mail = await outbox.get({ mailId }, { consistent: true })
  if (!mail || !('userId' in mail.to) || mail.wasHeld || mail.letter === 'digest') return 'for no device'
  const { userId } = mail.to
  const notice = mailKinds[mail.letter].notice
  // Most users have no devices: then nothing else is read.
  const noted = await pushDevices.of({ userId })
  if (noted.length === 0) return 'no devices'
  const [{ session }, row] = await Promise.all([meOf({ userId }), noticeChoices.get({ userId })])
  const choices = choicesOf(row)
  const said = noticePush(notice, languageOf(row))
  const devices = devicesIn(session, noted)
  if (!said || devices.length === 0 || !isSubscribed(choices, notice, 'push')) return 'not told'
  if (isQuiet(choices, now) && !mail.urgent) {
    if (!canWait(notice)) return 'not told in quiet hours'
    await keepHeld({ userId, notice, now }, choices)
    return 'told when it is quiet no more'
  }
  if (!(await claimed({ mailId, userId, notice, now }))) return 'told already, or often enough today'
  const address = familysRegistration(mail) ?? said.address
  return `sent ${await tellAll(devices, { said: { ...said, address, tag: notice }, about: notice, now })}`
}

/** The page of a registration for families; for administrators it is another. */
function familysRegistration({ letter, about }: OutboxMail): string | undefined {
  const place = about['registrationPlayerId']
  const isOfClub = letter === 'playerRegistered' || letter === 'registrationPaid'
  const isOther = mailKinds[letter].notice !== 'registrations'
  return place === undefined || isOther || isOfClub ? undefined : `/register/${registrationOf(place)}`
}

type Said = Parameters<typeof tellDevice>[1]
async function tellAll(devices: readonly PushDevice[], said: Said): Promise<number> {
  const pushed = await Promise.all(devices.map((device) => tellDevice(device, said)))
  return pushed.filter(Boolean).length
}

type Held = { userId: string; notice: NoticeName; now: string }
const keepHeld = ({ userId, notice, now }: Held, choices: Choices): Promise<void> =>
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
export async function tellHeldNotices({ userId, choices, language, devices }: Reader, now: string): Promise<number> {
  let sent = 0
  for (const { notice } of await heldPushesOf({ userId })) {
    const said = noticePush(notice, language)
    const isWanted = devices.length > 0 && isSubscribed(choices, notice, 'push')
    const gone = heldPushes.remove({ userId, notice })
    try {
      if (said && isWanted && (await retryOnConflict(() => counted({ userId, notice, now }, gone), 8)))
        sent += await tellAll(devices, { said: { ...said, tag: notice }, about: notice, now })
      // Not wanted any more, or the day's limit is reached.
      else await write({ actor: 'chat-push', at: now }, gone)
    } catch (error) {
      // Pushed by a duplicate run.
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    }
  }
  return sent
}

/** Stores that it was sent, before it is: so at most once. */
type Claim = { mailId: string; userId: string; notice: NoticeName; now: string }
const claimed = ({ mailId, userId, notice, now }: Claim): Promise<boolean> =>
  retryOnConflict(async () => {
    const mail = await outbox.get({ mailId }, { consistent: true })
    if (!mail || mail.pushedAt !== undefined) return false
    return counted(
      { userId, notice, now },
      outbox.change({ mailId }, { set: { pushedAt: now }, when: [['pushedAt', 'not exists']] }),
    )
  }, 8)

/** Counts one more of the day, in one transaction with this write; false if the limit is reached. */
async function counted({ userId, notice, now }: Omit<Claim, 'mailId'>, says: Write): Promise<boolean> {
  const begins = now.slice(0, 10)
  const often = { add: { sent: 1 }, set: { begins }, when: [['sent', '<', maxPushesPerDay]] } as const
  try {
    const one = mailCounts.upsert({ userId, span: 'pushes', begins }, often, 'too_many_requests')
    await write({ actor: 'chat-push', at: now }, says, ...(isFleeting(notice) ? [] : [one]))
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many_requests') return false
    throw error
  }
}
