/** What is asked: the coach's address, and the name of the player or the team. */
export type Asked = { email: string; name: string }
export type AskFault = 'required' | 'invalidEmail' | 'tooLong'

/** The longest name, and the longest e-mail address that there can be. */
export const nameLimit = 64
const longestEmail = 254

/** What is wrong with each field, as the server would find it; nothing for a field that is right. */
export function askFaults(asked: Asked): { [Field in keyof Asked]?: AskFault } {
  const [address, name] = [asked.email.trim(), asked.name.trim()]
  return {
    ...(address === ''
      ? { email: 'required' }
      : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) || address.length > longestEmail
        ? { email: 'invalidEmail' }
        : {}),
    ...(name === '' ? { name: 'required' } : name.length > nameLimit ? { name: 'tooLong' } : {}),
  }
}
