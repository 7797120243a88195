/** How many addresses a club can have told of changes. */
export const mostWebhooks = 5
/** Minutes until a delivery that failed is tried again: after the last of them it is given up. */
export const retryMinutes = [1, 5, 30, 120, 360, 1440] as const
/** After so many days without one success an address is told nothing more until somebody switches it on again. */
export const failingDays = 3
/** For so many hours what is sent is signed with the secret before, too. */
export const oldSecretHours = 24

/** Why somebody’s address cannot be one that is told of changes: it is reached by https at its usual port, with no name or password in it. */
export function whyNotWebhook(text: string): 'not_an_address' | 'too_long' | undefined {
  if (text.length > 500) return 'too_long'
  if (!URL.canParse(text)) return 'not_an_address'
  const { protocol, port, username, password } = new URL(text)
  return protocol === 'https:' && port === '' && username === '' && password === '' ? undefined : 'not_an_address'
}
