import { organizationOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { chatBlocks } from '../table/chatBlocks.ts'
import { chatReports } from '../table/chatReports.ts'
import { organizations } from '../table/organizations.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'

/** Chat letters. None of them quotes a message or names who reported it. */

const nameOf = async (organizationId: string) => quoted((await organizations.get({ organizationId }))?.name ?? '')

/** Nothing is sent if another administrator has settled it meanwhile. */
const chatReported: Writer<'chatReported'> = async ({ organizationId, conversationSid, messageSid }, { say }) => {
  const [reports, club] = await Promise.all([
    chatReports.ofMessage({ organizationId }, conversationSid, messageSid),
    nameOf(organizationId),
  ])
  if (!reports.some(({ settled }) => settled === undefined)) return undefined
  const isUrgent = reports.some(({ reason }) => reason !== 'other')
  return {
    subject: say(`${club}: a chat message was reported`, `${club}: se denunció un mensaje del chat`),
    paragraphs: [
      say(
        'Somebody has reported a message in your club’s chat to those who run the club. Please look at it soon: hide it or let it stand.',
        'Alguien ha denunciado un mensaje del chat de tu club a quienes llevan el club. Míralo pronto: ocúltalo o déjalo estar.',
      ),
      ...(isUrgent
        ? [
            say(
              'If a child may be in danger, call the police or your local emergency number now, and do not wait.',
              'Si un menor puede estar en peligro, llama ya a la policía o al número de emergencias, sin esperar.',
            ),
          ]
        : []),
    ],
    link: {
      address: `${siteUrl()}/chat?safety=${organizationId}`,
      text: say('Look at what was reported', 'Ver lo denunciado'),
    },
  }
}

const chatWarned: Writer<'chatWarned'> = async ({ organizationId, conversationSid, messageSid }, { say }) => {
  const [reports, club] = await Promise.all([
    chatReports.ofMessage({ organizationId }, conversationSid, messageSid),
    nameOf(organizationId),
  ])
  if (!reports.some(({ authorWas }) => authorWas === 'warned')) return undefined
  return {
    subject: say(
      `${club}: a warning about a chat message of yours`,
      `${club}: advertencia por un mensaje tuyo del chat`,
    ),
    paragraphs: [
      say(
        `A message that you wrote in the chat of ${club} was reported. Those who run the club have looked at it, and warn you: please write to each other with respect.`,
        `Se denunció un mensaje que escribiste en el chat de ${club}. Quienes llevan el club lo han visto y te advierten: escribe a los demás con respeto.`,
      ),
      say(
        'If it happens again, the club may shut you out of its chat. If you think that this is a mistake, talk to the club.',
        'Si vuelve a ocurrir, el club puede excluirte del chat. Si crees que es un error, habla con el club.',
      ),
    ],
  }
}

const chatBlocked: Writer<'chatBlocked'> = async ({ organizationId }, { to: { userId }, say }) => {
  if (!userId || !(await chatBlocks.get({ userId, organizationId }, { consistent: true }))) return undefined
  const club = await nameOf(organizationId)
  return {
    subject: say(`${club}: you are shut out of the chat`, `${club}: has sido excluido del chat`),
    paragraphs: [
      say(
        `Those who run ${club} have shut you out of its chat, since a message of yours was reported. You neither read nor write there until they let you in again.`,
        `Quienes llevan ${club} te han excluido de su chat, porque se denunció un mensaje tuyo. No lees ni escribes allí hasta que te readmitan.`,
      ),
      say(
        'All else in Touchline is as before. If you think that this is a mistake, talk to the club.',
        'Todo lo demás en Touchline sigue igual. Si crees que es un error, habla con el club.',
      ),
    ],
  }
}

const chatLooked: Writer<'chatLooked'> = async ({ organizationId, conversationSid }, { say }) => {
  const club = await nameOf(organizationId)
  return {
    subject: say(`${club}: a conversation of yours was read`, `${club}: se leyó una conversación tuya`),
    paragraphs: [
      say(
        `Somebody who runs ${club} has read a conversation that you are in, without being in it. Who that was, and why, stands at the head of the conversation.`,
        `Alguien que lleva ${club} ha leído una conversación en la que estás, sin estar en ella. Quién fue y por qué aparece al comienzo de la conversación.`,
      ),
      say(
        'Nobody can do so without saying why, and it is kept account of.',
        'Nadie puede hacerlo sin decir por qué, y queda registrado.',
      ),
    ],
    link: {
      address: `${siteUrl()}/chat/${conversationSid}`,
      text: say('Open the conversation', 'Abrir la conversación'),
    },
  }
}

/**
 * To the account's owner, and in other words to administrators who edit the club's players; nothing if it was undone meanwhile.
 */
const childAccount: Writer<'childAccount'> = async ({ playerId, userId }, { to, say }) => {
  const [account, player, person, club] = await Promise.all([
    playerAccounts.get({ userId }, { consistent: true }),
    players.get({ playerId }),
    profiles.get({ userId }),
    nameOf(organizationOf(playerId)),
  ])
  if (account?.playerId !== playerId || !player) return undefined
  const [child, name] = [quoted(player.firstName), quoted(person ? fullName(person) : '')]
  const link = { address: `${siteUrl()}/family/${playerId}`, text: say('Open the family', 'Abrir la familia') }
  if (to.userId !== userId)
    return {
      subject: say(`${club}: an account is taken for a child’s`, `${club}: una cuenta figura como la de un menor`),
      paragraphs: [
        say(
          `The account of ${name} is now marked as ${child}’s own. It pays, signs and registers nothing any more, and guardians may read its conversations where your club says so.`,
          `La cuenta de ${name} figura ahora como la del propio ${child}. Ya no paga, firma ni inscribe nada, y la familia puede leer sus conversaciones donde tu club lo permite.`,
        ),
        say(
          'If it is a parent’s or another adult’s account, take that back on the player’s family page.',
          'Si es la de una madre, un padre u otro adulto, deshazlo en la página de la familia del jugador.',
        ),
      ],
      link,
    }
  return {
    subject: say(`${club}: your account is taken for a child’s`, `${club}: tu cuenta figura como la de un menor`),
    paragraphs: [
      say(
        `This account is now marked as ${child}’s own. It pays, signs and registers nothing any more, and ${child}’s guardians may read its conversations where the club says so.`,
        `Esta cuenta figura ahora como la del propio ${child}. Ya no paga, firma ni inscribe nada, y la familia de ${child} puede leer sus conversaciones donde el club lo permite.`,
      ),
      say(
        `If you are not ${child}, tell those who run ${club}: they can take that back.`,
        `Si no eres ${child}, díselo a quienes llevan ${club}: pueden deshacerlo.`,
      ),
    ],
    link,
  }
}

export const letters = { chatReported, chatWarned, chatBlocked, chatLooked, childAccount }
