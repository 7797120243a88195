import { useSyncExternalStore } from 'react'
import { onSessionChange, signedInUser } from './tokens.ts'

/** The id of the signed-in user; undefined if nobody is. Follows sign-in and sign-out, in other tabs too. */
export const useUserId = (): string | undefined => useSyncExternalStore(onSessionChange, signedInUser)
