import { type EmailRecipient, emailRecipients, emails } from '../table/emails.ts'
import type { MailOutcome } from '../mail/mailOutcome.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { markRead } from './markRead.ts'

type State = EmailRecipient['state']
/** The state of a recipient's copy, by the state of its mail in the outbox. */
const stateByOutbox: Partial<Record<OutboxMail['state'], State>> = {
  held: 'held',
  sent: 'sent',
  refused: 'refused',
  gone: 'unmailed',
}
/** The states that may precede each state: SES events come twice and in any order. */
const precedingStates: Partial<Record<State, readonly State[]>> = {
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
export async function updateRecipientState(
  { to, about }: OutboxMail,
  { state, became, at, until }: MailOutcome,
): Promise<void> {
  const { emailId } = about
  // Refused because of what is known about the address: nothing was mailed that could have bounced.
  const newState = state === 'refused' && became ? 'stopped' : (became ?? stateByOutbox[state])
  if (!('userId' in to) || emailId === undefined || !newState) return
  const id = { emailId, userId: to.userId }
  await changeRecipientState(id, newState, at, until)
  if (newState === 'opened') await markRead({ actor: 'mail-events', at }, id)
}

/**
 * Changes a recipient's state and the email's counts; does nothing unless the new state may follow the current one. On a conflict it
 * retries.
 */
export function changeRecipientState(
  id: { emailId: string; userId: string },
  newState: State,
  at: string,
  until?: string,
): Promise<void> {
  return retryOnConflict(async () => {
    const recipient = await emailRecipients.get(id, { consistent: true })
    if (!recipient || !precedingStates[newState]?.includes(recipient.state)) return
    const countChanges = countsOf(recipient.state, newState)
    const change = { set: { state: newState, since: at, until }, when: [['state', '=', recipient.state]] } as const
    await write(
      { actor: 'mail-send', at },
      emailRecipients.change(id, change),
      ...(Object.keys(countChanges).length > 0 ? [emails.change(id, { add: countChanges })] : []),
    )
  })
}

const deliveredStates: readonly State[] = ['delivered', 'opened', 'complained']
const failedStates: readonly State[] = ['refused', 'stopped', 'bounced', 'complained']

/** An opened mail was delivered, whether that was reported or not. */
function countsOf(from: State, to: State) {
  const change = (states: readonly State[]) => Number(states.includes(to)) - Number(states.includes(from))
  const [delivered, failed] = [change(deliveredStates), change(failedStates)]
  return {
    ...(delivered !== 0 && { delivered }),
    ...(failed !== 0 && { failed }),
    ...(to === 'opened' && { opened: 1 }),
    ...(to === 'unmailed' && { unmailed: 1 }),
  }
}
