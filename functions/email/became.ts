import { type EmailRecipient, emailRecipients, emails } from '../table/emails.ts'
import type { Became } from '../mail/became.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { untilSettled, write } from '../table/table.ts'
import { markRead } from './markRead.ts'

type State = EmailRecipient['state']
/** What a mail of the outbox has come to, as the email's writer sees it. */
const as: Partial<Record<OutboxMail['state'], State>> = { sent: 'sent', refused: 'refused', gone: 'unmailed' }
/** Each is told of once, and only upon what can come before it: events come twice, and in any order. */
const before: Partial<Record<State, readonly State[]>> = {
  sent: ['waiting'],
  refused: ['waiting'],
  unmailed: ['waiting'],
  delivered: ['waiting', 'sent'],
  opened: ['waiting', 'sent', 'delivered', 'bounced', 'refused', 'unmailed'],
  bounced: ['waiting', 'sent', 'delivered'],
  complained: ['waiting', 'sent', 'delivered', 'opened'],
}

/** Notes what became of an email's mail to somebody. What is known already, such as that they have read it, stays. */
export async function becameOfEmail({ to, about }: OutboxMail, { state, became, at }: Became): Promise<void> {
  const { emailId } = about
  const now = became ?? as[state]
  if (!('userId' in to) || emailId === undefined || !now) return
  const whose = { emailId, userId: to.userId }
  await becomes(whose, now, at)
  if (now === 'opened') await markRead({ actor: 'mail-events', at }, whose)
}

/** Of two that are told at once none is lost: each is looked at upon what the other has made of it. */
export function becomes(id: { emailId: string; userId: string }, now: State, at: string): Promise<void> {
  return untilSettled(async () => {
    const there = await emailRecipients.get(id, { consistent: true })
    if (!there || !before[now]?.includes(there.state)) return
    const counted = countsOf(there.state, now)
    const change = { set: { state: now, since: at }, when: [['state', '=', there.state]] } as const
    await write(
      { actor: 'mail-send', at },
      emailRecipients.change(id, change),
      ...(Object.keys(counted).length > 0 ? [emails.change(id, { add: counted })] : []),
    )
  })
}

const reached: readonly State[] = ['delivered', 'opened', 'complained']
const failing: readonly State[] = ['refused', 'bounced', 'complained']

/** Whoever has opened it has got it, whether that was told or not. */
function countsOf(from: State, to: State) {
  const change = (states: readonly State[]) => Number(states.includes(to)) - Number(states.includes(from))
  const [delivered, failed] = [change(reached), change(failing)]
  return {
    ...(delivered !== 0 && { delivered }),
    ...(failed !== 0 && { failed }),
    ...(to === 'opened' && { opened: 1 }),
    ...(to === 'unmailed' && { unmailed: 1 }),
  }
}
