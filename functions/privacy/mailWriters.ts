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
    subject: say(`Your account will be deleted on ${when}`, `Tu cuenta se borrará el ${when}`),
    paragraphs: [
      say(
        'Someone who is signed in to your account has asked for it to be deleted. If that was you, you do not need to do anything.',
        'Alguien que ha iniciado sesión en tu cuenta ha pedido que se borre. Si fuiste tú, no tienes que hacer nada.',
      ),
      say(
        'Until then everything works, and you can still keep your account. If it was not you, keep it and change your password in My Profile right away.',
        'Hasta entonces todo funciona y puedes conservar tu cuenta. Si no fuiste tú, consérvala y cambia enseguida tu contraseña en Mi perfil.',
      ),
    ],
    link: {
      address: `${siteUrl()}/my-data`,
      text: say('View this or keep the account', 'Verlo o conservar la cuenta'),
    },
  }
}

export const writers = { erasureAsked }
