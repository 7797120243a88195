import { type EmailRecipient, emailRecipients, emails } from '../table/emails.ts'
import type { Became } from '../mail/became.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { markRead } from './markRead.ts'

type State = EmailRecipient['state']
/** The state of a recipient's copy, by the state of its mail in the outbox. */
const as: Partial<Record<OutboxMail['state'], State>> = {
  held: 'held',
  sent: 'sent',
  refused: 'refused',
  gone: 'unmailed',
}
/** The states that may precede each state: SES events come twice and in any order. */
const before: Partial<Record<State, readonly State[]>> = {
  held: ['waiting'],
  sent: ['waiting', 'held'],
  refused: ['waiting', 'held'],
  stopped: ['waiting', 'held'],
  unmailed: ['waiting', 'held'],
  delivered: ['waiting', 'held', 'sent'],
  opened: ['waiting', 'held', 'sent', 'delivered', 'bounced', 'refused', 'stopped', 'unmailed'],
  bounced: ['waiting', 'held', 'sent', 'delivered'],
  complained: ['waiting', 'held', 'sent', 'delivered', 'opened'],
}

/** Stores at the email's recipient whether its mail was delivered, opened or failed. A later state, such as read, is kept. */
export async function becameOfEmail({ to, about }: OutboxMail, { state, became, at, until }: Became): Promise<void> {
  const { emailId } = about
  // Refused because of what is known about the address: nothing was mailed that could have bounced.
  const now = state === 'refused' && became ? 'stopped' : (became ?? as[state])
  if (!('userId' in to) || emailId === undefined || !now) return
  const whose = { emailId, userId: to.userId }
  await becomes(whose, now, at, until)
  if (now === 'opened') await markRead({ actor: 'mail-events', at }, whose)
}

/**
 * Changes a recipient's state and the email's counts; does nothing unless the new state may follow the current one. On a conflict it
 * retries.
 */
export function becomes(
  id: { emailId: string; userId: string },
  now: State,
  at: string,
  until?: string,
): Promise<void> {
  return retryOnConflict(async () => {
    const there = await emailRecipients.get(id, { consistent: true })
    if (!there || !before[now]?.includes(there.state)) return
    const counted = countsOf(there.state, now)
    const change = { set: { state: now, since: at, until }, when: [['state', '=', there.state]] } as const
    await write(
      { actor: 'mail-send', at },
      emailRecipients.change(id, change),
      ...(Object.keys(counted).length > 0 ? [emails.change(id, { add: counted })] : []),
    )
  })
}

const reached: readonly State[] = ['delivered', 'opened', 'complained']
const failing: readonly State[] = ['refused', 'stopped', 'bounced', 'complained']

/** An opened mail was delivered, whether that was reported or not. */
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
