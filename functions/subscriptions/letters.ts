import { graceEndOf, type SubscriptionStatus, subscriptionState } from '#shared/rules/subscriptions.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { organizations } from '../table/organizations.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'

const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const said = (day: string) => dayText.format(new Date(day))

type About = { club: string; orgId: string; row: Subscription }
type News = { isTrue: (status: SubscriptionStatus) => boolean; write: (about: About) => Letter }
const billing = (orgId: string) => `${siteUrl()}/${orgId}/billing`

const news: Record<'trialEnding' | 'cardFailed' | 'expired', News> = {
  trialEnding: {
    isTrue: (status) => status === 'trialing',
    write: ({ club, orgId, row: { trialEnd = '', teams } }) => ({
      subject: `${club}: your free period ends on ${said(trialEnd)}`,
      paragraphs: [
        `The free period of ${club} ends on ${said(trialEnd)}. From then on your licenses for ${teams === 1 ? 'one team' : `${teams} teams`} are paid by the card that is on your billing page.`,
        'Without a card nothing is charged. Everybody can still read, answer and chat, but nothing more can be added to your club until there is one.',
      ],
      link: { address: billing(orgId), text: 'See the next bill, and your card' },
    }),
  },
  cardFailed: {
    isTrue: (status) => status === 'past_due',
    write: ({ club, orgId, row: { graceSince } }) => ({
      subject: `${club}: your card could not be charged`,
      paragraphs: [
        `The card that pays for ${club} could not be charged. It is tried again in the next days${graceSince ? `, until ${said(graceEndOf(graceSince))}` : ''}; until then nothing changes for your club.`,
        'Another card pays what is open at once.',
      ],
      link: { address: billing(orgId), text: 'Change the card' },
    }),
  },
  expired: {
    isTrue: (status) => subscriptionState([status]) === 'EXPIRED',
    write: ({ club, orgId }) => ({
      subject: `${club}: nothing more can be added`,
      paragraphs: [
        `The subscription of ${club} has ended. Nothing is lost: everybody can read, answer and chat as before, and you can export everything. Nothing new can be added until you renew it.`,
      ],
      link: { address: `${siteUrl()}/${orgId}/subscriptions/licenses`, text: 'Renew it' },
    }),
  },
}

/** Nothing is said of what is over by now, nor to who does not pay for the club any more. */
const subscription: Writer<'subscription'> = async ({ organizationId, news: which }, { to: { userId } }) => {
  if (!userId) return undefined
  const id = { organizationId }
  const [row, club, administrator] = await Promise.all([
    subscriptions.get(id, { consistent: true }),
    organizations.get(id),
    organizationAdministrators.get({ userId, organizationId }),
  ])
  const { isTrue, write } = news[which]
  if (!row || !club || !administrator?.flags.includes('canEditBilling') || !isTrue(row.status)) return undefined
  return write({ club: quoted(club.name), orgId: organizationId, row })
}

export const letters = { subscription }
