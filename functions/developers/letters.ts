import { quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { webhooks } from '../table/webhooks.ts'

/** Nothing is sent if it works again. */
const webhook: Writer<'webhook'> = async ({ organizationId, webhookId, news }, { say }) => {
  const [row, club] = await Promise.all([
    webhooks.get({ organizationId, webhookId }, { consistent: true }),
    organizations.get({ organizationId }),
  ])
  if (!row || !club || row.failingSince === undefined || (news === 'off') !== (row.state === 'off')) return undefined
  const name = quoted(club.name)
  const { host } = new URL(row.url)
  return {
    subject:
      news === 'off'
        ? say(`${name}: a webhook is switched off`, `${name}: se ha desactivado un webhook`)
        : say(`${name}: a webhook does not get through`, `${name}: un webhook no llega`),
    paragraphs: [
      news === 'off'
        ? say(
            `Nothing that Touchline sent to ${host} has arrived for three days, so nothing more is sent there. Switch it on again once it works.`,
            `Nada de lo que Touchline envió a ${host} ha llegado en tres días, así que no se envía nada más. Actívalo de nuevo cuando funcione.`,
          )
        : say(
            `Something that Touchline sent to ${host} has not arrived in more than a day, and is not tried again by itself. You can send it again by hand.`,
            `Algo que Touchline envió a ${host} no ha llegado en más de un día, y no se vuelve a intentar por sí solo. Puedes enviarlo de nuevo a mano.`,
          ),
    ],
    link: {
      address: `${siteUrl()}/${organizationId}/developers`,
      text: say('See what was sent', 'Ver lo que se envió'),
    },
  }
}

export const letters = { webhook }
