import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'

/** Made by the first close or by finishing; what has not happened is not there. */
export type Walkthrough = { completed?: boolean; closeCount?: number }
export const walkthroughs = entity<Walkthrough, User & { name: WalkthroughName }>('Walkthrough', {
  key: (id) => ({ pk: userPartition(id), sk: `WALKTHROUGH#${id.name}` }),
})
