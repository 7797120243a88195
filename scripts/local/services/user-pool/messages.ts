import { escapeHtml } from '../../escaped.ts'
import { mime } from '../ses/mime.ts'
import { CognitoError } from './errors.ts'
import type { Pool, Service } from './context.ts'
import type { Template } from './settings.ts'
import type { User } from './store.ts'

/**
 * Sends the template's message, which is HTML, to the user, or to the address that they are changing to, with `{####}` and `{username}`
 * filled in.
 */
export async function sendMessage(
  service: Service,
  pool: Pool,
  user: User,
  template: Template,
  secret: string,
  to = user.attributes.email ?? '',
): Promise<void> {
  const { from, replyTo, configurationSet } = pool.settings.mail
  const fillTemplate = (text: string, escape: (value: string) => string) =>
    text.replaceAll('{####}', () => escape(secret)).replaceAll('{username}', () => escape(to))
  const raw = mime(
    {
      from,
      to: [to],
      ...(replyTo ? { replyTo: [replyTo] } : {}),
      subject: fillTemplate(template.subject, (value) => value),
      html: fillTemplate(template.message, escapeHtml),
    },
    service.clock.now(),
  )
  try {
    await service.sendMail({ from, to: [to], raw, ...(configurationSet ? { configurationSet } : {}) })
  } catch (error) {
    throw new CognitoError('CodeDeliveryFailureException', `The code could not be sent: ${(error as Error).message}`)
  }
}

/** The address to which a code was sent, masked except for its first letters. */
export const deliveryTo = (email: string) => ({
  AttributeName: 'email',
  DeliveryMedium: 'EMAIL',
  Destination: email.replace(/^(.)[^@]*@(.).*$/u, '$1***@$2***'),
})
