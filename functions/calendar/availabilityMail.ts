import { eventOf, organizationOf, teamOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { isHeldBackIn, withholdForAccount } from '../http/secondFactor.ts'
import { quoted } from '../mail/message.ts'
import type { Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import { spanText, startText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { meOf } from '../table/me.ts'
import { answerRecipients } from './coachesOf.ts'
import { isSoon } from './isSoon.ts'

/** The mail about a family's answer; none if the answer has changed since. It omits the note, which may be about a child's health. */
export const availability: Writer<'availability'> = async ({ inviteId, answerId }, { to: { userId }, now, say }) => {
  const invite = await invites.get({ inviteId }, { consistent: true })
  if (!invite || invite.answerId !== answerId || !isSoon(invite, now)) return undefined
  const eventId = eventOf(inviteId)
  if (userId === undefined || !(await answerRecipients(eventId)).some((coach) => coach.userId === userId))
    return undefined
  // Of an event of the club, its administrators hear, with the rights that the club does not hold back.
  if (teamOf(eventId) === undefined) {
    const { access } = withholdForAccount(await meOf({ userId }))
    if (isHeldBackIn(access, organizationOf(eventId))) return undefined
  }
  const answer = answerText(invite, quoted(fullName(invite)), say)
  return {
    // Subjects show on lock screens.
    subject: `${answerText(invite, quoted(invite.firstName), say)}: ${quoted(invite.name)}, ${startText(invite, say)}`,
    paragraphs: [`${answer}.`, ...(invite.note ? [say('They left a note.', 'Han dejado una nota.')] : [])],
    facts: [
      [say('Event', 'Evento'), quoted(invite.name)],
      [say('When', 'Cuándo'), spanText(invite, say)],
      [say('Team', 'Equipo'), quoted(invite.teamName)],
    ],
    link: { address: `${siteUrl()}/calendar/event/${eventId}`, text: say('Open the event', 'Abrir el evento') },
  }
}

const answerText = ({ status }: Invite, who: string, say: Say): string =>
  ({
    Accepted: say(`${who} is coming`, `${who} va`),
    Declined: say(`${who} is not coming`, `${who} no va`),
    Pending: say(`The answer for ${who} was withdrawn`, `Se retiró la respuesta de ${who}`),
  })[status]
