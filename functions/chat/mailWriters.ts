import { organizationOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { chatBlocks } from '../table/chatBlocks.ts'
import { chatReports } from '../table/chatReports.ts'
import { organizations } from '../table/organizations.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'

/** Chat mails. None of them quotes a message or names who reported it. */

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
        'Someone has reported a message in your club’s chat. Please review it soon: hide it or keep it.',
        'Alguien ha denunciado un mensaje del chat de tu club. Revísalo pronto: ocúltalo o déjalo.',
      ),
      ...(isUrgent
        ? [
            say(
              'If a child may be in danger, call the police or your local emergency number now. Do not wait.',
              'Si un menor puede estar en peligro, llama ya a la policía o al número de emergencias, sin esperar.',
            ),
          ]
        : []),
    ],
    link: {
      address: `${siteUrl()}/chat?safety=${organizationId}`,
      text: say('Review the report', 'Revisar la denuncia'),
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
    subject: say(`${club}: a warning about your chat message`, `${club}: advertencia por un mensaje tuyo del chat`),
    paragraphs: [
      say(
        `A message you wrote in the chat of ${club} was reported. The people who run the club have reviewed it and are giving you a warning: please treat others with respect.`,
        `Se denunció un mensaje que escribiste en el chat de ${club}. Quienes llevan el club lo han revisado y te advierten: trata a los demás con respeto.`,
      ),
      say(
        'If it happens again, the club may block you from its chat. If you think this is a mistake, contact the club.',
        'Si vuelve a ocurrir, el club puede excluirte del chat. Si crees que es un error, habla con el club.',
      ),
    ],
  }
}

const chatBlocked: Writer<'chatBlocked'> = async ({ organizationId }, { to: { userId }, say }) => {
  if (!userId || !(await chatBlocks.get({ userId, organizationId }, { consistent: true }))) return undefined
  const club = await nameOf(organizationId)
  return {
    subject: say(`${club}: you have been blocked from chat`, `${club}: ya no puedes usar el chat`),
    paragraphs: [
      say(
        `The people who run ${club} have blocked you from its chat because a message of yours was reported. You cannot read or write there until they unblock you.`,
        `Quienes llevan ${club} te han excluido de su chat, porque se denunció un mensaje tuyo. No podrás leer ni escribir allí hasta que te readmitan.`,
      ),
      say(
        'Everything else in Touchline works as before. If you think this is a mistake, contact the club.',
        'Todo lo demás en Touchline sigue igual. Si crees que es un error, habla con el club.',
      ),
    ],
  }
}

const chatLooked: Writer<'chatLooked'> = async ({ organizationId, conversationSid }, { say }) => {
  const club = await nameOf(organizationId)
  return {
    subject: say(`${club}: one of your conversations was read`, `${club}: se leyó una de tus conversaciones`),
    paragraphs: [
      say(
        `Someone who runs ${club} has read a conversation you are in, although they are not in it. The top of the conversation shows who it was and why.`,
        `Alguien que lleva ${club} ha leído una conversación en la que participas, sin participar en ella. Al comienzo de la conversación se ve quién fue y por qué.`,
      ),
      say(
        'Nobody can do this without giving a reason, and it is logged.',
        'Nadie puede hacerlo sin dar un motivo, y queda registrado.',
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
      subject: say(`${club}: an account was marked as a child’s`, `${club}: una cuenta se marcó como la de un menor`),
      paragraphs: [
        say(
          `The account of ${name} is now marked as ${child}’s own. It can no longer pay, sign or register, and guardians may read its conversations where your club allows it.`,
          `La cuenta de ${name} figura ahora como la del propio ${child}. Ya no paga, firma ni inscribe nada, y la familia puede leer sus conversaciones donde tu club lo permite.`,
        ),
        say(
          'If it belongs to a parent or another adult, undo this on the player’s family page.',
          'Si es la de una madre, un padre u otro adulto, deshazlo en la página de la familia del jugador.',
        ),
      ],
      link,
    }
  return {
    subject: say(`${club}: your account was marked as a child’s`, `${club}: tu cuenta se marcó como la de un menor`),
    paragraphs: [
      say(
        `This account is now marked as ${child}’s own. It can no longer pay, sign or register, and ${child}’s guardians may read its conversations where the club allows it.`,
        `Esta cuenta figura ahora como la del propio ${child}. Ya no paga, firma ni inscribe nada, y la familia de ${child} puede leer sus conversaciones donde el club lo permite.`,
      ),
      say(
        `If you are not ${child}, tell the people who run ${club}: they can undo this.`,
        `Si no eres ${child}, díselo a quienes llevan ${club}: pueden deshacerlo.`,
      ),
    ],
    link,
  }
}

export const writers = { chatReported, chatWarned, chatBlocked, chatLooked, childAccount }
