/** The most webhooks of a club. */
export const maxWebhooks = 5
/** Minutes until a failed delivery is retried; given up after the last of them. */
export const retryMinutes = [1, 5, 30, 120, 360, 1440] as const
/** Days without a success after which a webhook is switched off. */
export const failingDays = 3
/** Hours in which deliveries are also signed with the previous secret. */
export const oldSecretHours = 24

/** Why a URL cannot be a webhook's: it must use https on the default port, without user name or password. */
export function whyNotWebhook(text: string): 'not_an_address' | 'too_long' | undefined {
  if (text.length > 500) return 'too_long'
  if (!URL.canParse(text)) return 'not_an_address'
  const { protocol, port, username, password } = new URL(text)
  return protocol === 'https:' && port === '' && username === '' && password === '' ? undefined : 'not_an_address'
}
