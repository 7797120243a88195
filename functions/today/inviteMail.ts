import { fieldLabelIn } from '#shared/rules/sports.ts'
import { answerButtons, forwardingNote } from '../events/answerButtons.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import type { Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import { spanText, startText } from '../mail/whenText.ts'
import type { Invite } from '../table/inviteRows.ts'

type MailContext = { now: string; say: Say }

/**
 * The mail that asks a parent for one or several players, with a button for each answer. The token is in the URL's fragment, which browsers
 * do not send, so it is in no server's log.
 */
export async function inviteMail(
  invites: readonly Invite[],
  userId: string,
  { now, say }: MailContext,
): Promise<MailMessage> {
  const [invite] = invites
  if (!invite) throw new TypeError('a mail that asks about nobody')
  const { name, teamName, location, answerBy, timezone } = invite
  const isPlural = invites.length > 1
  const players = new Intl.ListFormat(say.locale).format(invites.map(({ firstName }) => quoted(firstName)))
  const verb = isPlural ? 'Van' : 'Va'
  const venueParts = location ? [location.name, location.address, location.city] : []
  const field = invite.field && `${fieldLabelIn(say.language, invite.fieldLabel)} ${invite.field}`
  const place = [...venueParts, field]
    .filter(Boolean)
    .map((part) => quoted(part))
    .join(', ')
  return {
    subject: `${say(`Can ${players} come?`, `¿${verb} ${players}?`)} ${quoted(name)}, ${startText(invite, say)}`,
    paragraphs: [say(`Can ${players} come to ${quoted(name)}?`, `¿${verb} ${players} a ${quoted(name)}?`)],
    facts: [
      [say('When', 'Cuándo'), spanText(invite, say)],
      ...(place ? [[say('Where', 'Dónde'), place] as const] : []),
      [say('Team', 'Equipo'), quoted(teamName)],
      ...(answerBy === undefined
        ? []
        : [[say('Answer by', 'Responde hasta'), startText({ start: answerBy, timezone }, say)] as const]),
    ],
    buttons: await answerButtons(invites, userId, { now, say }),
    link: {
      address: `${siteUrl()}/today`,
      text: say(
        'Open Touchline to change an answer or write a note to the coach',
        'Abrir Touchline para cambiar una respuesta o escribir una nota al entrenador',
      ),
    },
    closing: forwardingNote(say),
  }
}
