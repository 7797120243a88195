import { graceEndOf, isExpired } from '#shared/rules/subscriptions.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import { dayText, type Say } from '../mail/say.ts'
import type { MailAbout } from '../mail/mailKinds.ts'
import type { Writer } from '../mail/writer.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { organizations } from '../table/organizations.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { payersAmong } from '../mail/payerMails.ts'

type About = { club: string; orgId: string; row: Subscription; say: Say }
type News = { isTrue: (row: Subscription) => boolean; write: (about: About) => MailMessage }
const billing = (orgId: string) => `${siteUrl()}/${orgId}/billing`

const news: Record<MailAbout['subscription']['news'], News> = {
  trialEnding: {
    isTrue: ({ status, endsAt }) => status === 'trialing' && endsAt === undefined,
    write: ({ club, orgId, row: { trialEnd = '', teams }, say }) => ({
      subject: say(
        `${club}: your free period ends on ${dayText(trialEnd, say)}`,
        `${club}: tu periodo gratuito termina el ${dayText(trialEnd, say)}`,
      ),
      paragraphs: [
        say(
          `The free period of ${club} ends on ${dayText(trialEnd, say)}. From then on, your licenses for ${teams === 1 ? 'one team' : `${teams} teams`} are charged to the card on your billing page.`,
          `El periodo gratuito de ${club} termina el ${dayText(trialEnd, say)}. Desde entonces tus licencias para ${teams === 1 ? 'un equipo' : `${teams} equipos`} se pagan con la tarjeta de tu página de facturación.`,
        ),
        say(
          'Without a card, nothing is charged. Everyone can still read, answer and chat, but nothing can be added to your club until you add one.',
          'Sin tarjeta no se cobra nada. Todos pueden seguir leyendo, respondiendo y chateando, pero no se puede añadir nada a tu club hasta que añadas una.',
        ),
      ],
      link: {
        address: billing(orgId),
        text: say('See the next bill and your card', 'Ver la próxima factura y tu tarjeta'),
      },
    }),
  },
  cardFailed: {
    isTrue: ({ status }) => status === 'past_due',
    write: ({ club, orgId, row: { graceSince }, say }) => ({
      subject: say(`${club}: your card could not be charged`, `${club}: no se pudo cobrar tu tarjeta`),
      paragraphs: [
        say(
          `The card that pays for ${club} could not be charged. We will try again over the next few days${graceSince ? `, until ${dayText(graceEndOf(graceSince), say)}` : ''}; until then nothing changes for your club.`,
          `No se pudo cobrar la tarjeta que paga ${club}. Lo volveremos a intentar en los próximos días${graceSince ? `, hasta el ${dayText(graceEndOf(graceSince), say)}` : ''}; hasta entonces no cambia nada para tu club.`,
        ),
        say(
          'If you add another card, it pays what is owed right away.',
          'Si añades otra tarjeta, paga enseguida lo pendiente.',
        ),
      ],
      link: { address: billing(orgId), text: say('Change the card', 'Cambiar la tarjeta') },
    }),
  },
  ending: {
    isTrue: ({ status, endsAt }) => !isExpired(status) && endsAt !== undefined,
    write: ({ club, orgId, row: { endsAt = '', status }, say }) => ({
      subject: say(
        `${club}: your subscription ends on ${dayText(endsAt, say)}`,
        `${club}: tu suscripción termina el ${dayText(endsAt, say)}`,
      ),
      paragraphs: [
        say(
          `The subscription of ${club} was cancelled. Until ${dayText(endsAt, say)} everything works as before; no further licenses are billed after that.`,
          `Se ha cancelado la suscripción de ${club}. Hasta el ${dayText(endsAt, say)} todo funciona como antes; después no se factura ninguna licencia más.`,
        ),
        say(
          'After that, everyone can still read, answer and chat, and you can export everything, but nothing can be added to your club.',
          'Después, todos pueden seguir leyendo, respondiendo y chateando, y puedes exportarlo todo, pero no se puede añadir nada a tu club.',
        ),
        ...(status === 'past_due'
          ? [say('The open bill still has to be paid.', 'La factura pendiente sigue por pagar.')]
          : []),
        say('You can undo this until that day.', 'Hasta ese día puedes deshacerlo.'),
      ],
      link: { address: billing(orgId), text: say('Keep the subscription', 'Conservar la suscripción') },
    }),
  },
  staying: {
    isTrue: ({ status, endsAt }) => !isExpired(status) && endsAt === undefined,
    write: ({ club, orgId, say }) => ({
      subject: say(`${club}: your subscription continues`, `${club}: tu suscripción continúa`),
      paragraphs: [
        say(
          `The subscription of ${club} continues as before, and so does its billing.`,
          `La suscripción de ${club} continúa como antes, y también su facturación.`,
        ),
      ],
      link: { address: billing(orgId), text: say('See the next bill', 'Ver la próxima factura') },
    }),
  },
  expired: {
    isTrue: ({ status }) => isExpired(status),
    write: ({ club, orgId, say }) => ({
      subject: say(`${club}: your subscription has ended`, `${club}: tu suscripción ha terminado`),
      paragraphs: [
        say(
          `The subscription of ${club} has ended. Nothing is lost: everyone can read, answer and chat as before, and you can export everything. Nothing new can be added until you renew it.`,
          `La suscripción de ${club} ha terminado. No se pierde nada: todos pueden leer, responder y chatear como antes, y puedes exportarlo todo. No se puede añadir nada nuevo hasta que la renueves.`,
        ),
      ],
      link: { address: `${siteUrl()}/${orgId}/subscriptions/licenses`, text: say('Renew it', 'Renovarla') },
    }),
  },
}

/** Nothing is sent if it is no longer true, nor to users who no longer pay for the club. */
const subscription: Writer<'subscription'> = async ({ organizationId, news: which }, { to: { userId }, say }) => {
  if (!userId) return undefined
  const id = { organizationId }
  const [row, club, administrators] = await Promise.all([
    subscriptions.get(id, { consistent: true }),
    organizations.get(id),
    organizationAdministrators.of(id),
  ])
  const { isTrue, write } = news[which]
  const reader = payersAmong(administrators).find((each) => each.userId === userId)
  if (!row || !club || !reader || !isTrue(row)) return undefined
  const message = write({ club: quoted(club.name), orgId: organizationId, row, say })
  return reader.flags.includes('canEditBilling') ? message : withoutPayer(message, organizationId, say)
}

/** The reader cannot open the billing page until someone has the right to it. */
const withoutPayer = (message: MailMessage, orgId: string, say: Say): MailMessage => ({
  ...message,
  paragraphs: [
    ...message.paragraphs,
    say(
      'Nobody in your club has the right to edit billing any more. Because you can edit administrators, you can give that right to yourself or to someone else.',
      'Nadie en tu club tiene ya el permiso de editar la facturación. Como puedes editar administradores, puedes darte ese permiso o dárselo a otra persona.',
    ),
  ],
  link: {
    address: `${siteUrl()}/settings/${orgId}/administrators`,
    text: say('Give the right to edit billing', 'Dar el permiso de editar la facturación'),
  },
})

export const writers = { subscription }
