import { type Letter, quoted } from '../mail/letter.ts'
import type { Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import { spanText, startText } from '../mail/whenText.ts'
import type { Invite } from '../table/invites.ts'
import { type AnswerLink, answerToken } from './answerLink.ts'

type How = { now: string; say: Say }

/**
 * What a parent reads in the mailbox: one question, and a button for each answer. The token stands behind the `#`, which
 * no browser sends: so it is in nobody's log, and whoever fetches the link gets an empty page.
 */
export async function inviteLetter(invite: Invite, userId: string, { now, say }: How): Promise<Letter> {
  const { inviteId, answerId: upon, start: ends, name, teamName, location } = invite
  const player = quoted(invite.firstName)
  const address = async (wanted: AnswerLink['wanted']) =>
    `${siteUrl()}/answer#${await answerToken({ inviteId, userId, wanted, upon, made: now, ends })}`
  const where = location ? [location.name, location.address, location.city] : []
  const field = invite.field && `${invite.fieldLabel} ${invite.field}`
  const place = [...where, field]
    .filter(Boolean)
    .map((part) => quoted(part))
    .join(', ')
  return {
    subject: `${say(`Can ${player} come?`, `¿Va ${player}?`)} ${quoted(name)}, ${startText(invite, say)}`,
    paragraphs: [say(`Can ${player} come to ${quoted(name)}?`, `¿Va ${player} a ${quoted(name)}?`)],
    facts: [
      [say('When', 'Cuándo'), spanText(invite, say)],
      ...(place ? [[say('Where', 'Dónde'), place] as const] : []),
      [say('Team', 'Equipo'), quoted(teamName)],
    ],
    buttons: [
      { address: await address('Accepted'), text: say('Yes', 'Sí') },
      { address: await address('Declined'), text: 'No' },
    ],
    link: {
      address: `${siteUrl()}/today`,
      text: say(
        'Open Touchline to change an answer, or to write a note to the coach',
        'Abrir Touchline para cambiar una respuesta o escribir una nota al entrenador',
      ),
    },
    closing: say(
      'Whoever has this mail can answer with it, until the event starts. Do not pass it on.',
      'Quien tenga este correo puede responder con él, hasta que empiece el evento. No lo reenvíes.',
    ),
  }
}
