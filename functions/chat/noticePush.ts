import { Problem } from '#shared/problems.ts'
import { mostPushesADay, noticePush } from '#shared/rules/noticePush.ts'
import { isQuiet, isTold } from '#shared/rules/notices.ts'
import { letterKinds } from '../mail/letterKinds.ts'
import { mailCounts } from '../table/mailCounts.ts'
import { meOf } from '../table/me.ts'
import { choicesOf, languageOf, noticeChoices } from '../table/noticeChoices.ts'
import { outbox } from '../table/outbox.ts'
import { pushDevices } from '../table/pushDevices.ts'
import { untilSettled, write } from '../table/table.ts'
import { devicesIn } from './devices.ts'
import { tellDevice } from './tellDevice.ts'

/**
 * What is mailed to somebody their devices are told of too, where they want it told in this way: once, not in their hours of
 * quiet unless it is urgent, and no more than so often in a day. What is said follows from its kind alone.
 */
export async function tellNotice(mailId: string, now: string): Promise<string> {
  const mail = await outbox.get({ mailId }, { consistent: true })
  if (!mail || !('userId' in mail.to) || mail.wasHeld || mail.letter === 'digest') return 'for no device'
  const { userId } = mail.to
  const notice = letterKinds[mail.letter].notice
  // Most people have none, and nothing else is read for them.
  const noted = await pushDevices.of({ userId })
  if (noted.length === 0) return 'no devices'
  const [{ session }, row] = await Promise.all([meOf({ userId }), noticeChoices.get({ userId })])
  const choices = choicesOf(row)
  const said = noticePush(notice, languageOf(row))
  const devices = devicesIn(session, noted)
  if (!said || devices.length === 0 || !isTold(choices, notice, 'push')) return 'not told'
  if (isQuiet(choices, now) && !mail.urgent) return 'not told in quiet hours'
  if (!(await claimed({ mailId, userId, now }))) return 'told already, or often enough today'
  const told = await Promise.all(
    devices.map((device) => tellDevice(device, { said: { ...said, tag: notice }, about: notice, now })),
  )
  return `sent ${told.filter(Boolean).length}`
}

/** Says that it is told, before it is: rather none than two. */
const claimed = ({ mailId, userId, now }: { mailId: string; userId: string; now: string }): Promise<boolean> =>
  untilSettled(async () => {
    const mail = await outbox.get({ mailId }, { consistent: true })
    if (!mail || mail.pushedAt !== undefined) return false
    const begins = now.slice(0, 10)
    const often = { add: { sent: 1 }, set: { begins }, when: [['sent', '<', mostPushesADay]] } as const
    try {
      await write(
        { actor: 'chat-push', at: now },
        outbox.change({ mailId }, { set: { pushedAt: now }, when: [['pushedAt', 'not exists']] }),
        mailCounts.upsert({ userId, span: 'pushes', begins }, often, 'too_many_requests'),
      )
      return true
    } catch (error) {
      if (error instanceof Problem && error.code === 'too_many_requests') return false
      throw error
    }
  }, 8)
