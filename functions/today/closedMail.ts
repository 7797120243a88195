import { type MailMessage, quoted } from '../mail/message.ts'
import type { Say } from '../mail/say.ts'
import { siteUrl } from '../mail/site.ts'
import type { SentRequest } from '../table/requests.ts'

/** The mail to the sender of a request that was granted or declined; without the name of the coach. */
export function closedMail({ state, playerName, teamName }: SentRequest, say: Say): MailMessage {
  const link = { address: `${siteUrl()}/today`, text: say('Open Today', 'Abrir Hoy') }
  const facts = [
    ...(playerName === undefined ? [] : [[say('Player', 'Jugador'), quoted(playerName)] as const]),
    ...(teamName === undefined ? [] : [[say('Team', 'Equipo'), quoted(teamName)] as const]),
  ]
  if (state === 'granted')
    return {
      subject: say('You have been given access', 'Ya tienes acceso'),
      paragraphs: [
        say(
          'The coach has given you access: the player is now listed among yours in Touchline.',
          'El entrenador te ha dado acceso: el jugador ya aparece entre los tuyos en Touchline.',
        ),
      ],
      facts,
      link,
    }
  return {
    subject: say('Your request was declined', 'Tu solicitud fue rechazada'),
    paragraphs: [
      say(
        'The coach has declined your request for access. If you think this is a mistake, contact your club.',
        'El entrenador ha rechazado tu solicitud de acceso. Si crees que es un error, habla con tu club.',
      ),
    ],
    facts,
    link,
  }
}
