export type Asked = { email: string; playerName: string }
export type AskFault = 'required' | 'invalidEmail' | 'tooLong'

/** The longest name, and the longest e-mail address that there can be. */
export const nameLimit = 64
const longestEmail = 254

/** What is wrong with each field, as the server would find it; nothing for a field that is right. */
export function askFaults({ email, playerName }: Asked): { [Field in keyof Asked]?: AskFault } {
  const [address, name] = [email.trim(), playerName.trim()]
  return {
    ...(address === ''
      ? { email: 'required' }
      : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) || address.length > longestEmail
        ? { email: 'invalidEmail' }
        : {}),
    ...(name === '' ? { playerName: 'required' } : name.length > nameLimit ? { playerName: 'tooLong' } : {}),
  }
}
