import { graceEndOf, isExpired } from '#shared/rules/subscriptions.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import { dayText, type Say } from '../mail/say.ts'
import type { Letters } from '../mail/letterKinds.ts'
import type { Writer } from '../mail/writer.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { organizations } from '../table/organizations.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { payersAmong } from '../mail/payerMails.ts'

type About = { club: string; orgId: string; row: Subscription; say: Say }
type News = { isTrue: (row: Subscription) => boolean; write: (about: About) => Letter }
const billing = (orgId: string) => `${siteUrl()}/${orgId}/billing`

const news: Record<Letters['subscription']['news'], News> = {
  trialEnding: {
    isTrue: ({ status, endsAt }) => status === 'trialing' && endsAt === undefined,
    write: ({ club, orgId, row: { trialEnd = '', teams }, say }) => ({
      subject: say(
        `${club}: your free period ends on ${dayText(trialEnd, say)}`,
        `${club}: tu periodo gratuito termina el ${dayText(trialEnd, say)}`,
      ),
      paragraphs: [
        say(
          `The free period of ${club} ends on ${dayText(trialEnd, say)}. From then on your licenses for ${teams === 1 ? 'one team' : `${teams} teams`} are paid by the card that is on your billing page.`,
          `El periodo gratuito de ${club} termina el ${dayText(trialEnd, say)}. Desde entonces tus licencias para ${teams === 1 ? 'un equipo' : `${teams} equipos`} se pagan con la tarjeta de tu página de facturación.`,
        ),
        say(
          'Without a card nothing is charged. Everybody can still read, answer and chat, but nothing more can be added to your club until there is one.',
          'Sin tarjeta no se cobra nada. Todos pueden seguir leyendo, respondiendo y chateando, pero no se puede añadir nada a tu club hasta que haya una.',
        ),
      ],
      link: {
        address: billing(orgId),
        text: say('See the next bill, and your card', 'Ver la próxima factura y tu tarjeta'),
      },
    }),
  },
  cardFailed: {
    isTrue: ({ status }) => status === 'past_due',
    write: ({ club, orgId, row: { graceSince }, say }) => ({
      subject: say(`${club}: your card could not be charged`, `${club}: no se pudo cobrar tu tarjeta`),
      paragraphs: [
        say(
          `The card that pays for ${club} could not be charged. It is tried again in the next days${graceSince ? `, until ${dayText(graceEndOf(graceSince), say)}` : ''}; until then nothing changes for your club.`,
          `No se pudo cobrar la tarjeta que paga ${club}. Se vuelve a intentar en los próximos días${graceSince ? `, hasta el ${dayText(graceEndOf(graceSince), say)}` : ''}; hasta entonces no cambia nada para tu club.`,
        ),
        say('Another card pays what is open at once.', 'Otra tarjeta paga enseguida lo pendiente.'),
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
          `The subscription of ${club} was ended. Until ${dayText(endsAt, say)} everything works as it does now; no more licenses are billed after that.`,
          `Se ha puesto fin a la suscripción de ${club}. Hasta el ${dayText(endsAt, say)} todo funciona como ahora; después no se factura ninguna licencia más.`,
        ),
        say(
          'From then on everybody can still read, answer and chat, and you can export everything, but nothing more can be added to your club.',
          'Desde entonces todos pueden seguir leyendo, respondiendo y chateando, y puedes exportarlo todo, pero no se puede añadir nada a tu club.',
        ),
        ...(status === 'past_due'
          ? [say('The bill that is open stays to be paid.', 'La factura pendiente sigue por pagar.')]
          : []),
        say('Until that day it can be taken back.', 'Hasta ese día se puede deshacer.'),
      ],
      link: { address: billing(orgId), text: say('Keep the subscription', 'Conservar la suscripción') },
    }),
  },
  staying: {
    isTrue: ({ status, endsAt }) => !isExpired(status) && endsAt === undefined,
    write: ({ club, orgId, say }) => ({
      subject: say(`${club}: your subscription goes on`, `${club}: tu suscripción continúa`),
      paragraphs: [
        say(
          `The subscription of ${club} goes on as it was, and so do its bills.`,
          `La suscripción de ${club} continúa como estaba, y también sus facturas.`,
        ),
      ],
      link: { address: billing(orgId), text: say('See the next bill', 'Ver la próxima factura') },
    }),
  },
  expired: {
    isTrue: ({ status }) => isExpired(status),
    write: ({ club, orgId, say }) => ({
      subject: say(`${club}: nothing more can be added`, `${club}: ya no se puede añadir nada`),
      paragraphs: [
        say(
          `The subscription of ${club} has ended. Nothing is lost: everybody can read, answer and chat as before, and you can export everything. Nothing new can be added until you renew it.`,
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
  const letter = write({ club: quoted(club.name), orgId: organizationId, row, say })
  return reader.flags.includes('canEditBilling') ? letter : withoutPayer(letter, organizationId, say)
}

/** The reader cannot open the billing page until someone has the right to it. */
const withoutPayer = (letter: Letter, orgId: string, say: Say): Letter => ({
  ...letter,
  paragraphs: [
    ...letter.paragraphs,
    say(
      'Nobody in your club has the right to edit billing any more. You edit its administrators: give that right to yourself, or to somebody else.',
      'Nadie en tu club tiene ya el permiso de editar la facturación. Tú editas sus administradores: date ese permiso, o dáselo a otra persona.',
    ),
  ],
  link: {
    address: `${siteUrl()}/settings/${orgId}/administrators`,
    text: say('Give the right to edit billing', 'Dar el permiso de editar la facturación'),
  },
})

export const letters = { subscription }
