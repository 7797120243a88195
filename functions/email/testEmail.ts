import { randomUUID } from 'node:crypto'
import type { email } from '#shared/api/email.ts'
import { Problem } from '#shared/problems.ts'
import { maxTestsPerDay } from '#shared/rules/mails.ts'
import type { CallOf } from '../serve.ts'
import { emailTests } from '../table/emails.ts'
import { mailCounts } from '../table/mailCounts.ts'
import { outbox } from '../table/outbox.ts'
import { write } from '../table/table.ts'
import { ownPictures } from './emailFiles.ts'
import { addressOf } from './readEmail.ts'
import { originOf } from './writeEmail.ts'

/** Mails the text that the caller is writing to the caller, as its recipients would get it. The text is stored until the mail is sent. */
export async function testEmail({
  userId,
  stamp,
  now,
  params: { emailId },
  body: { subject, content },
}: CallOf<typeof email, 'POST /rest-api/mail/email/{emailId}/test'>) {
  const [address, { from, organizationName }] = await Promise.all([addressOf(userId), originOf(emailId, userId)])
  if (address === undefined) throw new Problem('no_address')
  const pictures = await ownPictures(userId, content)
  const testId = randomUUID()
  const day = now.slice(0, 10)
  await write(
    stamp,
    emailTests.create({
      emailId,
      testId,
      authorId: userId,
      from,
      organizationName,
      subject,
      content,
      pictures,
      madeAt: now,
    }),
    mailCounts.upsert(
      { userId, span: 'tests', begins: day },
      { set: { begins: day }, add: { sent: 1 }, when: [['sent', '<', maxTestsPerDay]] },
      'too_many_tests',
    ),
    outbox.add(stamp, { letter: 'emailTest', to: { userId }, about: { emailId, testId } }),
  )
  return { address }
}
