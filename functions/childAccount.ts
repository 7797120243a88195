import { isMinor } from '#shared/rules/chatSafety.ts'
import { type PlayerAccount, playerAccounts } from './table/playerAccounts.ts'
import { players } from './table/players.ts'

/** Whether an account is a child's: that of a player, or of a brother or sister of theirs, who is one. It is no guardian's. */
export async function isChilds(account: PlayerAccount | undefined, today: string): Promise<boolean> {
  if (!account) return false
  const holder = await players.get(account, { consistent: true })
  return isMinor(holder?.bornOn, today)
}

/** The same of whoever this is. */
export const isAChild = async (userId: string, today: string): Promise<boolean> =>
  isChilds(await playerAccounts.get({ userId }, { consistent: true }), today)
