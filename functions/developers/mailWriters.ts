import { quoted } from '../mail/message.ts'
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
        ? say(`${name}: a webhook was turned off`, `${name}: se ha desactivado un webhook`)
        : say(`${name}: a webhook is failing`, `${name}: un webhook falla`),
    paragraphs: [
      news === 'off'
        ? say(
            `Nothing sent to ${host} has been delivered for three days, so the webhook was turned off. Turn it on again once ${host} can receive it.`,
            `Nada de lo enviado a ${host} ha llegado en tres días, así que el webhook se ha desactivado. Actívalo de nuevo cuando ${host} pueda recibirlo.`,
          )
        : say(
            `Something sent to ${host} could not be delivered for more than a day and is no longer retried automatically. You can send it again yourself.`,
            `Algo enviado a ${host} no ha llegado en más de un día y ya no se vuelve a intentar automáticamente. Puedes enviarlo de nuevo tú mismo.`,
          ),
    ],
    link: {
      address: `${siteUrl()}/${organizationId}/developers`,
      text: say('See what was sent', 'Ver lo que se envió'),
    },
  }
}

export const writers = { webhook }
