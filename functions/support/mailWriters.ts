import { type MailMessage, quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import type { Say } from '../mail/say.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { supportMessages, type SupportThread, supportThreads } from '../table/support.ts'

/** To our support mailbox: someone is waiting; without what they wrote. */
const supportWaiting: Writer<'supportWaiting'> = async ({ threadId }, { say }) => {
  const thread = await supportThreads.get({ threadId }, { consistent: true })
  if (thread?.state !== 'waiting') return undefined
  if (thread.reportedIn !== undefined) return reportedToUs(thread, say)
  return {
    subject: say('Someone is waiting for an answer', 'Alguien espera una respuesta'),
    paragraphs: [
      say(
        'Someone has asked for help in Touchline, and nobody has answered yet.',
        'Alguien ha pedido ayuda en Touchline y nadie ha contestado todavía.',
      ),
    ],
    link: { address: `${siteUrl()}/admin/support/${threadId}`, text: say('Answer', 'Contestar') },
  }
}

/** The same for a reported chat message that nobody in a club could be told of: the club's name only, not who and what. */
async function reportedToUs(
  { threadId, reportedIn: organizationId = '' }: SupportThread,
  say: Say,
): Promise<MailMessage> {
  const club = quoted((await organizations.get({ organizationId }))?.name ?? '')
  return {
    subject: say(`${club}: a chat message was reported`, `${club}: se denunció un mensaje del chat`),
    paragraphs: [
      say(
        `A message was reported in the chat of ${club}, and nobody in the club except its author could be notified. A child may be affected: please review it now.`,
        `En el chat de ${club} se denunció un mensaje, y en el club solo se podría haber avisado a quien lo escribió. Puede afectar a un menor: revísalo ya.`,
      ),
    ],
    link: { address: `${siteUrl()}/admin/support/${threadId}`, text: say('Review it', 'Revisarlo') },
  }
}

/** The answers since they last looked; nothing if they have seen them meanwhile. */
const supportAnswered: Writer<'supportAnswered'> = async ({ threadId }, { say }) => {
  const thread = await supportThreads.get({ threadId }, { consistent: true })
  if (!thread || thread.readSeq >= thread.seq) return undefined
  const newest = await supportMessages.newest({ threadId }, thread.seq - thread.readSeq)
  const answers = newest.toReversed().filter(({ from }) => from === 'staff')
  if (answers.length === 0) return undefined
  const { registrationId } = thread
  return {
    subject: say('Touchline support has answered your question', 'El equipo de Touchline ha contestado tu pregunta'),
    paragraphs: [
      say('Here is our answer to your question:', 'Esta es nuestra respuesta a tu pregunta:'),
      ...answers.map(({ text }) => text),
    ],
    ...(registrationId !== undefined && {
      link: {
        address: `${siteUrl()}/register/${registrationId}`,
        text: say('Go back to where you were', 'Volver a donde estabas'),
      },
    }),
    closing: say(
      'If you have more questions, open Help on the page where you asked.',
      'Si tienes más preguntas, abre Ayuda en la página donde preguntaste.',
    ),
  }
}

export const writers = { supportWaiting, supportAnswered }
