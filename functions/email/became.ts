import { emailRecipients, emails } from '../table/emails.ts'
import type { OutboxMail } from '../table/outbox.ts'
import { write } from '../table/table.ts'
import { once } from './readEmail.ts'

/** What a mail of the outbox has come to, as the email's writer sees it. */
const as = { sent: 'sent', refused: 'refused', gone: 'unmailed' } as const

/** Notes what became of an email's mail to somebody. What is known already, such as that they have read it, stays. */
export async function becameOfEmail(
  { to, about }: OutboxMail,
  { state, at }: { state: OutboxMail['state']; at: string },
): Promise<void> {
  const { emailId } = about
  if (!('userId' in to) || emailId === undefined || !(state in as)) return
  const became = as[state as keyof typeof as]
  const change = { set: { state: became, since: at }, when: [['state', '=', 'waiting']] } as const
  const counted = { refused: { failed: 1 }, unmailed: { unmailed: 1 }, sent: undefined }[became]
  await once(
    write(
      { actor: 'mail-send', at },
      emailRecipients.change({ emailId, userId: to.userId }, change),
      ...(counted ? [emails.change({ emailId }, { add: counted })] : []),
    ),
  )
}
