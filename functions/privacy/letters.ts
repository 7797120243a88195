import { productZone } from '#shared/rules/days.ts'
import { siteUrl } from '../mail/site.ts'
import { dayAndTimeText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import { erasures } from '../table/privacy.ts'

/**
 * Tells the owner that the account is to be erased, as long as it is: the owner may not have requested it, and it can still be
 * withdrawn.
 */
const erasureAsked: Writer<'erasureAsked'> = async ({ due }, { to: { userId = '' }, say, choices }) => {
  const erasure = await erasures.get({ userId })
  if (erasure?.due !== due) return undefined
  // In the reader's chosen time zone, and naming it: in another it may be the day before already, and nothing can be restored.
  const when = dayAndTimeText(due, choices?.timezone ?? productZone, say)
  return {
    subject: say(`Your account will be erased on ${when}`, `Tu cuenta se borrará el ${when}`),
    paragraphs: [
      say(
        'Somebody who is signed in to your account has asked for it to be erased. If that was you, there is nothing to do.',
        'Alguien que ha iniciado sesión en tu cuenta ha pedido que se borre. Si fuiste tú, no tienes que hacer nada.',
      ),
      say(
        'Until then everything works, and you can keep your account. If it was not you, keep it, and choose another password at once in My Profile.',
        'Hasta entonces todo funciona y puedes conservar tu cuenta. Si no fuiste tú, consérvala y elige enseguida otra contraseña en Mi perfil.',
      ),
    ],
    link: { address: `${siteUrl()}/my-data`, text: say('See it, or keep the account', 'Verlo o conservar la cuenta') },
  }
}

export const letters = { erasureAsked }
