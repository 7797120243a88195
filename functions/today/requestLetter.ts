import { fullName } from '#shared/rules/names.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import type { Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { Profile } from '../table/profiles.ts'
import type { Request } from '../table/requests.ts'

/** The mail to a coach about a request. The names are typed by strangers, so they are quoted (`quoted` in mail/letter.ts). */
export function requestLetter({ playerName, teamName }: Request, asker: Profile, say: Say): Letter {
  const name = quoted(fullName(asker))
  return {
    replyTo: asker.email,
    subject: say(`${name} asks to be let in`, `${name} pide acceso`),
    paragraphs: [
      say(
        `${name} uses Touchline and asks you, as a coach, to be let in.`,
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
      'The request is also on your Today in Touchline. To answer, reply to this mail. If you do not know who this is, do nothing: nobody was let in.',
      'La solicitud también está en tu Hoy de Touchline. Para contestar, responde a este correo. Si no sabes quién es, no hagas nada: nadie ha recibido acceso.',
    ),
  }
}
