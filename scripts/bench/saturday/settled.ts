import type { Cloud } from '../../local/cloud.ts'
import { untilIdle } from './idle.ts'
import { mailsInDoubt } from './reconcile.ts'
import { wholeTable } from './wholeTable.ts'

/** How many mails wait for people because nobody knows whether they were sent; a part with faults leaves some. */
export const inDoubt = (cloud: Cloud) => async (): Promise<number> => mailsInDoubt(await wholeTable(cloud))

/** Waits until all follow-up work is done, except mails in doubt; throws if it is not after that many seconds. */
export async function settled(cloud: Cloud, seconds: number): Promise<void> {
  if ((await untilIdle(cloud, seconds, inDoubt(cloud))) === undefined) throw new Error('What follows does not end.')
}
