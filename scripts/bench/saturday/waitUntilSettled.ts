import type { Cloud } from '../../local/cloud.ts'
import { waitUntilIdle } from './idle.ts'
import { mailsInDoubt } from './reconcile.ts'
import { wholeTable } from './wholeTable.ts'

/** How many mails wait for people because their outcome is unknown; a run with faults leaves some. */
export const countMailsInDoubt = (cloud: Cloud) => async (): Promise<number> => mailsInDoubt(await wholeTable(cloud))

/** Waits until all resulting work is done, except for mails in doubt; throws after so many seconds. */
export async function waitUntilSettled(cloud: Cloud, seconds: number): Promise<void> {
  if ((await waitUntilIdle(cloud, seconds, countMailsInDoubt(cloud))) === undefined)
    throw new Error('What follows does not end.')
}
