import { registrationPlayerOf } from '#shared/ids.ts'
import type { MailAbout } from '../mail/mailKinds.ts'
import { outbox } from '../table/outbox.ts'
import type { RegistrationEntry } from '../table/registrationEntries.ts'
import type { Stamp, Write } from '../table/writes.ts'
import { notifiedUserIds } from './acting.ts'

type Lapsed = Pick<MailAbout['placeLapsed'], 'was' | 'until'>
/** The mails to who acts for a player whose place has lapsed. */
export async function lapsedMails(stamp: Stamp, entry: RegistrationEntry, lapsed: Lapsed): Promise<Write[]> {
  const about = { registrationPlayerId: registrationPlayerOf(entry.registrationId, entry.playerId), ...lapsed }
  const recipients = await notifiedUserIds(entry, stamp.at)
  return recipients.map((userId) => outbox.add(stamp, { letter: 'placeLapsed', to: { userId }, about }))
}
