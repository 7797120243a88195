import { type AnswerLink, answerToken } from './answerLink.ts'
import { quoted } from '../mail/message.ts'
import type { Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Invite } from '../table/inviteRows.ts'

type AnswerOptions = { now: string; say: Say }

/**
 * The answer buttons of a mail for each of the parent's players, who are named if there are several. The token is in the URL's fragment,
 * which browsers do not send, so it is in no server's log.
 */
export const answerButtons = async (invites: readonly Invite[], userId: string, options: AnswerOptions) =>
  (await Promise.all(invites.map((each) => buttonsFor(each, userId, options, invites.length > 1)))).flat()

export const forwardingNote = (say: Say): string =>
  say(
    'Anyone who has this email can answer with it until the event starts. Please do not forward it.',
    'Quien tenga este correo puede responder con él hasta que empiece el evento. No lo reenvíes.',
  )

async function buttonsFor(invite: Invite, userId: string, { now, say }: AnswerOptions, isNamed: boolean) {
  const { inviteId, answerId: upon, start: ends, firstName } = invite
  const address = async (wanted: AnswerLink['wanted']) =>
    `${siteUrl()}/answer#${await answerToken({ inviteId, userId, wanted, upon, made: now, ends })}`
  const prefix = isNamed ? `${quoted(firstName)}: ` : ''
  return [
    { address: await address('Accepted'), text: prefix + say('Yes', 'Sí') },
    { address: await address('Declined'), text: `${prefix}No` },
  ]
}
