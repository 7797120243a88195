import { fullName } from '#shared/rules/names.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import type { Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Profile } from '../table/profiles.ts'
import type { Request } from '../table/requests.ts'

/** The mail to a coach about a request. The names are typed by strangers, so they are quoted (`quoted` in mail/message.ts). */
export function requestMail({ playerName, teamName }: Request, asker: Profile, say: Say): MailMessage {
  const name = quoted(fullName(asker))
  return {
    replyTo: asker.email,
    subject: say(`${name} is asking for access`, `${name} pide acceso`),
    paragraphs: [
      say(
        `${name} uses Touchline and is asking you, as a coach, for access.`,
        `${name} usa Touchline y te pide acceso, como entrenador.`,
      ),
    ],
    facts: [
      [say('From', 'De'), `${name}, ${asker.email}`],
      ...(playerName === undefined ? [] : [[say('Player', 'Jugador'), playerName] as const]),
      ...(teamName === undefined ? [] : [[say('Team', 'Equipo'), teamName] as const]),
    ],
    link: { address: `${siteUrl()}/today`, text: say('Open the request on Today', 'Abrir la solicitud en Hoy') },
    closing: say(
      'The request is also on Today in Touchline. To answer, reply to this email. If you do not know this person, ignore the request: nobody has been given access.',
      'La solicitud también está en Hoy, en Touchline. Para contestar, responde a este correo. Si no conoces a esta persona, ignora la solicitud: nadie ha recibido acceso.',
    ),
  }
}
