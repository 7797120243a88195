import { mime } from '../ses/mime.ts'
import { CognitoError } from './errors.ts'
import type { Pool, Service } from './reach.ts'
import type { Template } from './settings.ts'
import type { User } from './store.ts'

/**
 * Sends a message of the template to the user, or to their new address, with `{####}` and `{username}` replaced.
 * Cognito's messages are HTML.
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
  const fill = (text: string, escape: (value: string) => string) =>
    text.replaceAll('{####}', () => escape(secret)).replaceAll('{username}', () => escape(to))
  const raw = mime(
    {
      from,
      to: [to],
      ...(replyTo ? { replyTo: [replyTo] } : {}),
      subject: fill(template.subject, (value) => value),
      html: fill(template.message, escapeHtml),
    },
    service.clock.now(),
  )
  try {
    await service.sendMail({ from, to: [to], raw, ...(configurationSet ? { configurationSet } : {}) })
  } catch (error) {
    throw new CognitoError('CodeDeliveryFailureException', `The code could not be sent: ${(error as Error).message}`)
  }
}

/** Where a code was sent, with the address masked except for its first letters. */
export const deliveryTo = (email: string) => ({
  AttributeName: 'email',
  DeliveryMedium: 'EMAIL',
  Destination: email.replace(/^(.)[^@]*@(.).*$/u, '$1***@$2***'),
})

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
